import { drawPage } from './draw-page.ts'
import { closePdf, openPdf } from './open-pages.ts'

/** Draws the first page. @throws when the file is no PDF */
export async function drawFirstPage(
  pdf: Uint8Array,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement | undefined> {
  const opened = await openPdf(pdf)
  try {
    return await drawPage(await opened.getPage(1), width, signal)
  } finally {
    closePdf(opened)
  }
}
