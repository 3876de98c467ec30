import type BwipJs from 'bwip-js/node'

/** One size for every code: at most 18 characters. */
const modules = 18
/** The lightest grey that scans reliably when printed and scanned badly (docs/decisions/paper.md). */
const grey = '#444'

let sample: Promise<string> | undefined

/**
 * A Data Matrix as SVG per sheet, `<start>.<sheet>.<sheets>`, by which the print room checks that an envelope is
 * complete.
 */
export const drawSheetCodes = (start: string, sheets: number): Promise<string[]> =>
  Promise.all(Array.from({ length: sheets }, (_, i) => draw(`${start}.${i + 1}.${sheets}`)))

/** The code of previews: readable as a sample, unknown to the print room. */
export const sampleCode = (): Promise<string> => (sample ??= draw('MUESTRA DE LACRE'))

const draw = (text: string): Promise<string> =>
  drawSquares('datamatrix', text, `version=${modules}x${modules}`, grey)

/** For the recipient's phone (docs/decisions/reply-code.md). */
export const drawReplyCode = (link: string): Promise<string> =>
  drawSquares('qrcode', link, 'eclevel=L', '#000')

// Loaded at first use: a megabyte of script.
let encoder: Promise<typeof BwipJs> | undefined

/**
 * A code as SVG: dark modules as squares, neighbours in one stroke. The library's own drawing takes three times as long
 * as encoding.
 */
async function drawSquares(
  kind: 'datamatrix' | 'qrcode',
  text: string,
  options: string,
  colour: string,
): Promise<string> {
  // Use the default export: the module's own `raw` is a kind of barcode.
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
