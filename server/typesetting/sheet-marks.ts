import type { toSVG } from 'bwip-js/node'

/** One mark: the Data Matrix as SVG, and the same in letters beside it. */
export type SheetMark = { code: string; svg: string }

// A megabyte of script that a preview does not need.
let drawing: Promise<{ toSVG: typeof toSVG }> | undefined

/** `<mark>.<sheet>.<sheets>` for each sheet: what the print room checks that every sheet went into its envelope by. */
export async function drawSheetMarks(mark: string, sheets: number): Promise<SheetMark[]> {
  drawing ??= import('bwip-js/node')
  const { toSVG } = await drawing
  return Array.from({ length: sheets }, (_, i) => {
    const code = `${mark}.${i + 1}.${sheets}`
    return { code, svg: toSVG({ bcid: 'datamatrix', text: code }) }
  })
}
