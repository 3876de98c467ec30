import type { Ms } from '@lacre/letter/duration.ts'

/**
 * One letter for a printer elsewhere. `reference` is ours (letter and attempt) and names nobody; `key` was written down
 * before and is the same on every try of one attempt. `pdf` are the bytes that were paid.
 */
export type PrintOrder = {
  reference: string
  key: string
  pdf: Buffer
  pages: number
  /** Of the recipient, to compare with what the printer reads on the page. Null: not known. */
  postalCode: string | null
  /** Theirs, when an earlier try got that far: that one is carried on, never a second one begun. */
  id?: string | undefined
}

/** Why there was no usable answer: a word for the log, never theirs. */
export type PrinterTrouble =
  | 'no-answer'
  | 'busy'
  | 'broken'
  | 'unreadable'
  | 'still-checking'
  | 'not-authorised'
  | 'too-many-letters'
  // Ours: they were not asked.
  | 'no-pages'

/**
 * `accepted`: they print it. `rejected`: they never will, `code` says why. `not-taken`: certain that this try made nothing
 * at theirs. `unknown`: only looking it up can tell (design.md#unknown-is-a-state); with `id` they hold it, at least.
 */
export type Submitted =
  | { is: 'accepted'; id: string }
  | { is: 'rejected'; code: string; id?: string | undefined }
  | { is: 'not-taken'; because: PrinterTrouble; retryAfter?: Ms | undefined }
  | { is: 'unknown'; because: PrinterTrouble; id?: string | undefined; retryAfter?: Ms | undefined }

/** How far a printer has come. `held`: they have it and print nothing until `submit` carries it on. */
export type PrintStatus =
  'held' | 'in-production' | 'printed' | 'posted' | 'delivered' | 'returned' | 'cancelled' | 'failed'

/** `word` is their own name of the status. `doubled`: more than one living letter there carries our reference. */
export type SeenAtPrinter = {
  id: string
  reference: string
  status: PrintStatus
  word: string
  doubled: boolean
}
export type LookedUp =
  | ({ is: 'found' } & SeenAtPrinter)
  | { is: 'absent' }
  | { is: 'unknown'; because: PrinterTrouble; retryAfter?: Ms | undefined }

export type CancelledAtPrinter = 'cancelled' | 'too-late' | 'unknown'

/** Something happened to a letter of theirs; it only says where to look. `id` is the same however often it is sent. */
export type PrinterEvent = { id: string; kind: string; printerId: string }

/** A printer elsewhere. Every call ends in time and answers with a value; it throws only for a mistake of ours. */
export type Printer = {
  name: 'pingen'
  /** For how long it remembers a key: afterwards the same key would make a second letter. */
  keyLifeMs: number
  submit(order: PrintOrder): Promise<Submitted>
  /** By their id when we know it, else by our reference among all they were given since `since`. */
  lookUp(wanted: { reference: string; id?: string | undefined; since: Date }): Promise<LookedUp>
  /** Of a letter that is to be printed no more: `too-late` is said honestly. */
  cancel(id: string): Promise<CancelledAtPrinter>
  /**
   * Reads a webhook; `signature` as it stood in the header. `forged`: not theirs, or changed on the way. `other`: theirs,
   * but not about a letter.
   */
  readEvent(body: Buffer, signature: string | undefined): PrinterEvent | 'forged' | 'other'
}
