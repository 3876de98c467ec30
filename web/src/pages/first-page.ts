import { drawPage } from './draw-page.ts'
import { closePdf, openPdf } from './open-pages.ts'

/** A small picture of a PDF's first page. @throws when it is none */
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
