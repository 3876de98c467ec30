import type BwipJs from 'bwip-js/node'

/** The same squares for every code, so that each is as large: 18 characters at most. */
const modules = 18
/** As light as is read without fail, printed and scanned badly (docs/decisions/paper.md). */
const grey = '#444'

let sample: Promise<string> | undefined

/** A Data Matrix as SVG for each sheet, `<start>.<sheet>.<sheets>`: the print room checks by it that all of them went into one envelope. */
export const drawSheetCodes = (start: string, sheets: number): Promise<string[]> =>
  Promise.all(Array.from({ length: sheets }, (_, i) => draw(`${start}.${i + 1}.${sheets}`)))

/** What a preview shows in its place: it says what it is, and no print room knows it. */
export const sampleCode = (): Promise<string> => (sample ??= draw('MUESTRA DE LACRE'))

const draw = (text: string): Promise<string> =>
  drawSquares('datamatrix', text, `version=${modules}x${modules}`, grey)

/** What the recipient's telephone reads (docs/decisions/reply-code.md). */
export const drawReplyCode = (link: string): Promise<string> =>
  drawSquares('qrcode', link, 'eclevel=L', '#000')

// A megabyte of script.
let encoder: Promise<typeof BwipJs> | undefined

/** A code as SVG: a square per dark module, neighbours in one stroke. The library's own drawing takes three times the encoding. */
async function drawSquares(
  kind: 'datamatrix' | 'qrcode',
  text: string,
  options: string,
  colour: string,
): Promise<string> {
  // Of the default export: the module's own `raw` is a kind of barcode.
  encoder ??= import('bwip-js/node').then((module) => module.default)
  const bwip = await encoder
  const [symbol] = bwip.raw(kind, text, options)
  if (!symbol || !('pixs' in symbol)) throw new Error('the code cannot be encoded')
  const { pixs, pixx: across, pixy: down } = symbol
  const rows = Array.from({ length: down }, (_, y) => pixs.slice(y * across, (y + 1) * across).join(''))
  const path = rows.flatMap((row, y) =>
    Array.from(
      row.matchAll(/1+/g),
      ({ index, 0: dark }) => `M${index} ${y}h${dark.length}v1h-${dark.length}z`,
    ),
  )
  const size = `width="${across}" height="${down}" viewBox="0 0 ${across} ${down}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="${colour}" d="${path.join('')}"/></svg>`
}
