import type BwipJs from 'bwip-js/node'

// A megabyte of script.
let encoder: Promise<typeof BwipJs> | undefined

/** A code as SVG: a square per dark module, neighbours in one stroke. The library's own drawing takes three times the encoding. */
export async function drawSquares(
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
