import { seconds } from '@lacre/letter/days.ts'
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- with this query Vite gives the worker's address
import workerAddress from './pdf.worker.ts?worker&url'
import { trusted } from '../editor/document/trusted.ts'

let worker: PDFWorker | undefined

/** A worker that could not start answers nothing at all. */
const limitMs = seconds(20)

/**
 * Reads a PDF in one worker for all of them. `close` the document when another takes its place. The library's legacy
 * build: its other one draws blank paper, or another typeface, in browsers of last year. @throws after the limit too
 */
export function openPdf(data: Uint8Array): Promise<PDFDocumentProxy> {
  worker ??= PDFWorker.create({
    port: new Worker(trusted.createScriptURL(workerAddress), { type: 'module' }),
  })
  // The typesetter writes only pictures that browsers read themselves; the page's policy forbids WebAssembly.
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
