import { createHash, randomUUID } from 'node:crypto'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import { lookInside } from './look-inside.ts'

export type StoredLetter = {
  id: string
  reference: string
  status: string
  pdf: Buffer
  sha256: string
  pages: number | null
  address: string | null
  country: string | null
  autoSend: boolean
  outcome: string | undefined
  createdAt: Date
}
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

/** Everything the stand-in knows. It is lost with its process; the ledger is not. */
export type Books = {
  tokens: Map<string, number>
  uploads: Map<string, { signature: string; pdf?: Buffer }>
  letters: StoredLetter[]
  keys: Map<string, { at: number; request: string; answer: Answer | undefined }>
  ledger: Ledger
  faults: Faults
  now: () => Date
  /** Tells the house, when it asked to be told. */
  tell: (letter: StoredLetter, kind: string, reason: string) => void
}

export const refusal = (status: number, code: string): Answer => ({
  status,
  body: { errors: [{ code, title: code, detail: code }] },
})

/** `+0100`, without a colon, as they write it. */
const timestamp = (at: Date) =>
  (Number.isNaN(at.getTime()) ? 'some day' : at.toISOString()).replace(/\.\d+Z$/, '+0000')

export const shown = (letter: StoredLetter) => ({
  id: letter.id,
  type: 'letters',
  attributes: {
    status: letter.status,
    file_original_name: `${letter.reference}.pdf`,
    file_pages: letter.pages,
    address: letter.address,
    address_position: 'left',
    country: letter.country,
    created_at: timestamp(letter.createdAt),
    updated_at: timestamp(letter.createdAt),
  },
})

/** The wishes their staging host reads out of a file name. */
const simulated = (reference: string) =>
  /_simulate_(undeliverable|unprintable|cancellable)$/.exec(reference)?.[1]

export function storeLetter(books: Books, reference: string, pdf: Buffer, autoSend: boolean): StoredLetter {
  const letter: StoredLetter = {
    id: randomUUID(),
    reference,
    status: 'validating',
    pdf,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    pages: null,
    address: null,
    country: null,
    autoSend,
    outcome: books.faults.letter?.(reference) ?? simulated(reference),
    createdAt: books.now(),
  }
  books.letters.push(letter)
  return letter
}

/** Their look at a new letter: what stands in the address area, and whether it can be printed at all. */
export async function check(books: Books, letter: StoredLetter): Promise<void> {
  if (letter.outcome === 'never-checked') return
  const inside = await lookInside(letter.pdf)
  if (letter.status !== 'validating') return
  letter.pages = inside ? inside.pages + (letter.outcome === 'wrong-pages' ? 1 : 0) : null
  letter.address =
    letter.outcome === 'address-misread' ? 'SOMEBODY\nELSEWHERE 00000' : (inside?.address ?? null)
  letter.country =
    letter.outcome === 'abroad' ? 'DE' : /\b(SPAIN|SPANIEN)$/.test(letter.address ?? '') ? 'ES' : null
  const issue = !inside
    ? 'invalid_pdf_binary_content'
    : inside.postage
      ? 'content_failed_inspection'
      : undefined
  letter.status = issue ? 'action_required' : 'valid'
  if (issue) books.tell(letter, 'issues', issue)
}
