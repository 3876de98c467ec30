import { readFileSync } from 'node:fs'
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A piece of text and where it stands, in millimetres from the page's top left corner. */
export type Piece = { text: string; x: number; y: number; width: number }

const pointsPerMm = 72 / 25.4

/** What is on each page of a PDF, as a reader of it would find it. */
export async function piecesOf(file: string): Promise<Piece[][]> {
  const task = getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 })
  const document = await task.promise
  const pages: Piece[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [, , , height = 0] = page.view
    const { items } = await page.getTextContent()
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || !item.str.trim()) return []
        const [, , , , x = 0, y = 0] = item.transform as number[]
        return [
          {
            text: item.str,
            x: x / pointsPerMm,
            y: (height - y) / pointsPerMm,
            width: item.width / pointsPerMm,
          },
        ]
      }),
    )
  }
  await task.destroy()
  return pages
}

/** All words of a PDF, hyphens at line ends taken back, spaces made one. */
export async function textOf(file: string): Promise<string> {
  const pages = await piecesOf(file)
  const text = pages.flat().map((piece) => piece.text)
  return text
    .join(' ')
    .replace(/\u00ad|(?<=\p{L})[-‐] (?=\p{Ll})/gu, '')
    .replace(/\s+/g, ' ')
}

/** The fonts of a PDF that are not inside it; a printer would replace them. */
export async function fontsMissing(file: string): Promise<string[]> {
  const pdf = await PDFDocument.load(readFileSync(file))
  const missing: string[] = []
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || object.get(PDFName.of('Type')) !== PDFName.of('FontDescriptor'))
      continue
    const isInside = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => object.has(PDFName.of(key)))
    if (!isInside) missing.push(String(object.get(PDFName.of('FontName'))))
  }
  return missing
}
