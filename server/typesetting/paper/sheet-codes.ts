import type BwipJs from 'bwip-js/node'

/** The same squares for every code, so that each is as large: 18 characters at most. */
const modules = 18
/** As light as is read without fail, printed and scanned badly (docs/decisions/paper.md). */
const grey = '#444'

// A megabyte of script.
let encoder: Promise<typeof BwipJs> | undefined
let sample: Promise<string> | undefined

/** A Data Matrix as SVG for each sheet, `<start>.<sheet>.<sheets>`: the print room checks by it that all of them went into one envelope. */
export const drawSheetCodes = (start: string, sheets: number): Promise<string[]> =>
  Promise.all(Array.from({ length: sheets }, (_, i) => draw(`${start}.${i + 1}.${sheets}`)))

/** What a preview shows in its place: it says what it is, and no print room knows it. */
export const sampleCode = (): Promise<string> => (sample ??= draw('MUESTRA DE LACRE'))

/** A square per dark module, neighbours in one stroke. The library's own drawing takes three times the encoding. */
async function draw(text: string): Promise<string> {
  // Of the default export: the module's own `raw` is a kind of barcode.
  encoder ??= import('bwip-js/node').then((module) => module.default)
  const bwip = await encoder
  const [symbol] = bwip.raw('datamatrix', text, `version=${modules}x${modules}`)
  if (!symbol || !('pixs' in symbol)) throw new Error('the sheet code cannot be encoded')
  const rows = Array.from({ length: modules }, (_, y) =>
    symbol.pixs.slice(y * modules, (y + 1) * modules).join(''),
  )
  const path = rows.flatMap((row, y) =>
    Array.from(
      row.matchAll(/1+/g),
      ({ index, 0: dark }) => `M${index} ${y}h${dark.length}v1h-${dark.length}z`,
    ),
  )
  const size = `width="${modules}" height="${modules}" viewBox="0 0 ${modules} ${modules}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="${grey}" d="${path.join('')}"/></svg>`
}
