import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Ledger } from '../ledger.ts'
import { pageDigests } from './printed-page.ts'

/** A printed letter: its id by the batch list, and what stands on its pages. */
export type PrintEntry =
  | {
      did: 'print'
      batch: string
      letter: string
      sha256: string
      pages: string[]
      words: string
      at: number
    }
  | { did: 'post'; batch: string; at: number }

type PrintLog = { ledger: Ledger<PrintEntry>; now: () => number }

/** The batches in a folder that have both files. */
export const batchesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^B\d+\.pdf$/.test(name) && existsSync(join(folder, name.replace('.pdf', '.csv'))))
        .map((name) => name.replace('.pdf', ''))
        .toSorted()
    : []

/** Prints a batch. A second call prints it a second time. */
export async function printBatch({ ledger, now }: PrintLog, folder: string, batch: string): Promise<number> {
  const pdf = readFileSync(join(folder, `${batch}.pdf`))
  const rows = readManifest(readFileSync(join(folder, `${batch}.csv`), 'utf8'))
  const [digests, words] = [await pageDigests(pdf), await firstWords(pdf)]
  for (const { letter, sha256, first, pages } of rows)
    ledger.add({
      did: 'print',
      batch,
      letter,
      sha256,
      pages: digests.slice(first - 1, first - 1 + pages),
      words: words[first - 1] ?? '',
      at: now(),
    })
  return rows.length
}

function readManifest(csv: string) {
  const [head = '', ...lines] = csv.replace(/^\u{feff}/u, '').split('\r\n')
  const columns = head.split(';')
  return lines.filter(Boolean).map((line) => {
    const cells = line.split(';')
    const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
    return {
      letter: cell('letter_id'),
      sha256: cell('pdf_sha256'),
      first: Number(cell('first_page_in_batch')),
      pages: Number(cell('pages')),
    }
  })
}

/** The text of each page, read by another library than the server uses to merge. */
async function firstWords(pdf: Buffer): Promise<string[]> {
  const reading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await reading.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .slice(0, 600),
    )
  }
  await reading.destroy()
  return texts
}
