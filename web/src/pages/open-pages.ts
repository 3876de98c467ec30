import { seconds } from '@lacre/letter/days.ts'
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trusted } from '../editor/document/trusted.ts'
import { drawPage } from './draw-page.ts'
// oxlint-disable-next-line import/default -- with this query Vite gives the worker's address
import workerAddress from './pdf.worker.ts?worker&url'

let worker: PDFWorker | undefined

/** A worker that could not start never answers. */
const limitMs = seconds(20)

/**
 * Opens a PDF; all share one worker. Close each with `closePdf`. The legacy build of pdf.js: the modern one draws blank
 * pages or a wrong typeface in browsers of last year. @throws also after the limit
 */
export function openPdf(data: Uint8Array): Promise<PDFDocumentProxy> {
  worker ??= PDFWorker.create({
    port: new Worker(trusted.createScriptURL(workerAddress), { type: 'module' }),
  })
  // Our PDFs only have pictures that browsers decode themselves; the content policy forbids WebAssembly.
  const opening = getDocument({ data, worker, useWasm: false, verbosity: 0 })
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    worker = undefined
    limit.reject(new Error('the PDF was not read in time'))
  }, limitMs)
  return Promise.race([opening.promise, limit.promise]).finally(() => clearTimeout(timer))
}

export const closePdf = (pdf: PDFDocumentProxy | undefined): void =>
  void pdf?.loadingTask.destroy().catch(() => undefined)

/** A structure element for screen readers; `role` is the PDF tag (P, H1, L, LI, Figure, …). */
export type TextPart = { role: string; parts: (TextPart | string)[] }
export type PageText = TextPart[]

type Tree = { role: string; children: Part[]; alt?: string }
type Part = Tree | { type: string; id?: string }
type Item = { str?: string; hasEOL?: boolean; type?: string; id?: string }

/** The tagged text of a page in reading order, without page numbers and fold marks. */
async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const [tree, content] = await Promise.all([
    page.getStructTree() as Promise<Tree | null>,
    page.getTextContent({ includeMarkedContent: true }),
  ])
  const texts = textsOf(content.items)
  const grow = ({ role, children, alt }: Tree): TextPart => ({
    role,
    parts: alt
      ? [alt]
      : children.map((part) => ('children' in part ? grow(part) : (texts.get(part.id ?? '') ?? ''))),
  })
  const [document] = tree?.children ?? []
  return document && 'children' in document
    ? document.children.filter((part) => 'children' in part).map(grow)
    : []
}

/** The text of each marked-content id; lines end in a line feed. */
function textsOf(items: Item[]): Map<string, string> {
  const texts = new Map<string, string>()
  const open: (string | undefined)[] = []
  for (const { str, hasEOL, type, id } of items) {
    if (type === 'endMarkedContent') open.pop()
    else if (type) open.push(id)
    const here = open.findLast((one) => one !== undefined)
    if (here !== undefined) texts.set(here, (texts.get(here) ?? '') + (str ?? '') + (hasEOL ? '\n' : ''))
  }
  return texts
}

/** Undoes line breaks and hyphens of a paragraph. */
export const unbroken = (text: string): string =>
  text
    .replace(/\u00ad\n?/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\u200b/g, '')
    .trim()

/** All text except list markers. */
export function textOf({ role, parts }: TextPart): string {
  if (role === 'Lbl') return ''
  return parts.map((part) => (typeof part === 'string' ? part : textOf(part))).join('')
}

/** The text of the letter: letterhead, address and date are spans outside paragraphs. */
export const bodyText = (page: PageText): string =>
  page
    .filter(({ role }) => role !== 'Span')
    .map(textOf)
    .join('\n')

type OpenedPage = { page: PDFPageProxy; text: PageText }
export type Opened = { pdf: PDFDocumentProxy; pages: OpenedPage[] }

/** The pages allowed, and a few beyond. */
const mostShown = 8

/** Opens the first pages of a PDF with their text. @throws when it is no PDF. */
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
