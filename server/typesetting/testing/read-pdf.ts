import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { RenderParameters, TextItem } from 'pdfjs-dist/types/src/display/api.js'

/** Millimetres from the top left corner; `y` is the baseline. */
export type Word = { text: string; x: number; y: number; w: number; size: number }
export type Page = { width: number; height: number; words: Word[]; fonts: string[] }

const millimetres = (points: number) => (points / 72) * 25.4

const open = (pdf: Buffer) => getDocument({ data: new Uint8Array(pdf), verbosity: 0 })

/** What stands where, as another program reads it. */
export async function readPages(pdf: Buffer): Promise<Page[]> {
  const task = open(pdf)
  const document = await task.promise
  const pages: Page[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [, , width = 0, height = 0] = page.view
    const { items } = await page.getTextContent()
    const words = items
      .filter((item): item is TextItem => 'str' in item && item.str.trim() !== '')
      .map(({ str, transform, width: w }) => ({
        text: str,
        x: millimetres(transform[4]),
        y: millimetres(height - transform[5]),
        w: millimetres(w),
        size: Math.abs(transform[3]),
      }))
    const fonts = [...new Set(items.flatMap((item) => ('fontName' in item ? [item.fontName] : [])))]
    pages.push({ width: millimetres(width), height: millimetres(height), words, fonts })
  }
  await task.destroy()
  return pages
}

export const textOf = (page: Page | undefined) => (page?.words ?? []).map((word) => word.text).join(' ')

/** What pdf.js's own canvas for Node gives; the browser's types for it are not known here. */
type Drawing = {
  canvas: object
  context: { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } }
}

export type Colour = [red: number, green: number, blue: number]

/** The colour at a point of a page, in millimetres. */
export async function drawPage(
  pdf: Buffer,
  number = 1,
  dpi = 150,
): Promise<(x: number, y: number) => Colour> {
  const task = open(pdf)
  const document = await task.promise
  const page = await document.getPage(number)
  const viewport = page.getViewport({ scale: dpi / 72 })
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
  const factory = document.canvasFactory as { create(w: number, h: number): Drawing }
  const { canvas, context } = factory.create(width, height)
  await page.render({ canvas, canvasContext: context, viewport } as unknown as RenderParameters).promise
  const { data } = context.getImageData(0, 0, width, height)
  await task.destroy()
  return (x, y) => {
    const at = 4 * (Math.round((y / 25.4) * dpi) * width + Math.round((x / 25.4) * dpi))
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  }
}

export const isInk = (colour: Colour) => Math.min(...colour) < 250
