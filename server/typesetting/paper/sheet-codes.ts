import type BwipJs from 'bwip-js/node'

/** One code: the Data Matrix as SVG, and the same in letters beside it. */
type SheetCode = { code: string; svg: string }

// A megabyte of script that a preview does not need.
let encoder: Promise<typeof BwipJs> | undefined

/** `<start>.<sheet>.<sheets>` for each sheet: what the print room checks that every sheet went into its envelope by. */
export async function drawSheetCodes(start: string, sheets: number): Promise<SheetCode[]> {
  // Of the default export: the module's own `raw` is a kind of barcode.
  encoder ??= import('bwip-js/node').then((module) => module.default)
  const bwip = await encoder
  return Array.from({ length: sheets }, (_, i) => {
    const code = `${start}.${i + 1}.${sheets}`
    const [symbol] = bwip.raw({ bcid: 'datamatrix', text: code })
    if (!symbol || !('pixs' in symbol)) throw new Error('the sheet code cannot be encoded')
    return { code, svg: draw(symbol.pixs, symbol.pixx, symbol.pixy) }
  })
}

/** A square per dark module, neighbours in one stroke. The library's own drawing takes three times the encoding. */
function draw(modules: number[], width: number, height: number): string {
  const rows = Array.from({ length: height }, (_, y) => modules.slice(y * width, (y + 1) * width).join(''))
  const path = rows.flatMap((row, y) =>
    Array.from(
      row.matchAll(/1+/g),
      ({ index, 0: dark }) => `M${index} ${y}h${dark.length}v1h-${dark.length}z`,
    ),
  )
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="${path.join('')}"/></svg>`
}
