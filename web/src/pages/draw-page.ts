import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { printsGrey } from '../use-config.ts'

/** Sharp on high-density screens, and fast enough to draw at every pause. */
const mostPixels = 1240

/**
 * Draws the page on a new canvas, so that the old one stays until this is finished. `width` is in CSS pixels.
 * Undefined when `signal` stops it.
 */
export async function drawPage(
  page: PDFPageProxy,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement | undefined> {
  const { width: points } = page.getViewport({ scale: 1 })
  const pixels = Math.min(mostPixels, Math.ceil(Math.max(width, 200) * devicePixelRatio))
  const viewport = page.getViewport({ scale: pixels / points })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  // As printed; the document itself keeps its colours.
  void printsGrey().then((isGrey) => isGrey && (canvas.style.filter = 'grayscale(1)'))
  const task = page.render({ canvas, viewport })
  const stop = () => task.cancel()
  signal.addEventListener('abort', stop)
  try {
    await task.promise
    return signal.aborted ? undefined : canvas
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
