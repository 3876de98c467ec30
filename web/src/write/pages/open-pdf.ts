import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- with this query Vite gives the worker's address
import workerAddress from 'pdfjs-dist/build/pdf.worker.mjs?worker&url'
import { trusted } from '../editor/document/trusted.ts'

let worker: PDFWorker | undefined

/** Reads a PDF in one worker for all of them. `close` the document when another takes its place. */
export function openPdf(data: Uint8Array): Promise<PDFDocumentProxy> {
  worker ??= PDFWorker.create({
    port: new Worker(trusted.createScriptURL(workerAddress), { type: 'module' }),
  })
  // The typesetter writes only pictures that browsers read themselves; the page's policy forbids WebAssembly.
  return getDocument({ data, worker, useWasm: false, verbosity: 0 }).promise
}

export const closePdf = (pdf: PDFDocumentProxy | undefined): void =>
  void pdf?.loadingTask.destroy().catch(() => undefined)
