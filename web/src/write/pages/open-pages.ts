import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { closePdf, openPdf } from './open-pdf.ts'
import { readPageText, type PageText } from './read-page-text.ts'

type OpenedPage = { page: PDFPageProxy; text: PageText }
export type Opened = { pdf: PDFDocumentProxy; pages: OpenedPage[] }

/** The pages that can be sent, and a few of those that are too many. */
const mostShown = 8

/** The first pages of a PDF with their text. @throws when it is none. */
export async function openPages(data: Uint8Array): Promise<Opened> {
  const pdf = await openPdf(data)
  try {
    const numbers = Array.from({ length: Math.min(pdf.numPages, mostShown) }, (_, at) => at + 1)
    const pages = numbers.map(async (number) => {
      const page = await pdf.getPage(number)
      return { page, text: await readPageText(page) }
    })
    return { pdf, pages: await Promise.all(pages) }
  } catch (error) {
    closePdf(pdf)
    throw error
  }
}

export const closePages = (opened: Opened | undefined): void => closePdf(opened?.pdf)
