import type { Address } from '@lacre/letter/address/address.ts'
import type { CreateLetterBody, Preview, PreviewProblem } from '@lacre/letter/calls.ts'
import type { PhotoSize, Content } from '@lacre/letter/content/tree.ts'
import type { Excess } from '@lacre/letter/content/reading/grow-tree.ts'
import type { ClosedDays, Day, PostingDay } from '@lacre/letter/days.ts'
import type { Looks } from '@lacre/letter/looks/looks.ts'

export type Addresses = { origin: Address; destination: Address }
export type DraftName = NonNullable<CreateLetterBody['draft']>

/** `name`: used by its runs in the tree; `size`: the largest they have. A letter contains a picture or its address. */
export type LetterPicture = { name: string; size?: PhotoSize } & ({ bytes: Uint8Array } | { address: string })
/** A picture at another address. `number`: in reading order, from 1. */
export type RemotePicture = { name: string; size?: PhotoSize; address: string; number: number }
/** The first twenty pictures, in reading order. */
export type ReadLetter = { content: Content; pictures: LetterPicture[] }
/** No letter. `detail`: the reason in a sentence, if there is one. */
export type Unreadable = { refused: 'unreadable'; detail?: string | undefined }

/** A letter from a call's body: raw bytes, or one of our own. `publicUrl`: where reply codes lead. */
export type LetterTask = {
  body: Uint8Array | CreateLetterBody
  day: Day
  /** Days on which nothing is posted, besides weekends and holidays. */
  closed: ClosedDays
  publicUrl: string
}
export type PrintTask = LetterTask & {
  /** The start of its sheets' codes. */
  sheetCode: string
  /** The most days until it is posted. */
  ahead: number
  /** Its pictures were printed before, and must not change. */
  arePrinted?: boolean
  /** The text of the draft that the body names. */
  content?: string
  /** Remote pictures, by name. */
  fetched?: Pictures
}

/**
 * A letter to store: its pages, its text with pictures as printed, and `fingerprint`, the SHA-256 of content, addresses
 * and looks in hex.
 */
export type PreparedLetter = SetLetter &
  Addresses & {
    looks: Looks
    postOn: PostingDay
    content: string
    firstWords: string
    fingerprint: string
    draftId?: string | undefined
  }
/** What the next task must bring: a draft's text, or remote pictures. */
type Missing = { namesDraft: DraftName } | { remote: RemotePicture[] }
export type Prepared = PreparedLetter | Missing | { problem: PreviewProblem } | Unreadable
export type PreviewPages = Omit<Preview, 'total'>

/** All that is printed. Pictures in `content` name their bytes in `pictures`. */
export type LetterToSet = {
  content: Content
  /** Normalised bytes by the picture run's name, with the width on paper in millimetres. */
  pictures: Record<string, { bytes: Buffer; widthMm: number }>
  /** Name, street, postal code and city, …: one line each, as the sender wrote them. */
  sender: string[]
  /** The printed block, capitals, one line each (letter/address.ts). */
  recipient: string[]
  /** `Málaga, 21 de noviembre de 2026`; empty: none. */
  dateLine: string
  /**
   * The start of each sheet's code, without personal data; the sheet numbers are added. Previews have none and show a
   * sample.
   */
  sheetCode?: string
  /** By default Clásica at its normal size, with nothing after the text. */
  looks?: Partial<Looks>
  /** The target of the reply code; without it there is no code. */
  replyLink?: string
  /** Previews show every page; only printed letters have a limit (design/sending.md#printable). */
  anyLength?: true
  /** The document's date, so that the same letter gives the same bytes. */
  date: Date
}

/** All that is printed on an invoice. */
export type InvoiceToSet = {
  title: string
  number: string
  /** For test money: marked across the page. */
  isTest: boolean
  facts: [name: string, value: string][]
  seller: string[]
  /** Empty for a simplified invoice, which names no buyer. */
  buyer: string[]
  service: string
  lines: [label: string, amount: string][]
  linesAre: string
  sums: [label: string, amount: string][]
  total: string
  note: string
  /** The document's date, so that the same invoice gives the same bytes. */
  date: Date
}

/** `sha256` is hex, of exactly `pdf`. */
export type SetLetter = { pdf: Buffer; pages: number; sheets: number; sha256: string }

export type TypesetRefusal =
  | { refused: 'too-long'; pages: number }
  | { refused: 'recipient-does-not-fit' }
  | { refused: 'unprintable-character'; characters: string[] }
  | { refused: 'too-complex' }

/**
 * `widthMm`: for a picture without a size; `isDark`: at full width; `isSmall`: too few pixels for its size; `isBlank`:
 * prints nothing.
 */
export type NormalPicture = {
  bytes: Buffer
  widthMm: number
  name: 'jpg' | 'png'
  isDark?: true
  isSmall?: true
  isBlank?: true
}
/** Pictures as they will be printed, by their name in the letter. */
export type Pictures = Map<string, NormalPicture>
/** `size`: the largest print size of a photo. `isPrinted`: bytes of a printed letter, which must not change. */
export type RawPicture = { bytes: Uint8Array; size?: PhotoSize; isPrinted?: true }

/**
 * Whose work a task is. `network`: takes turns with others. `isLater`: waits for trusted senders. `worked`: gets the
 * time a child was busy; once `isSpent`, no further task begins.
 */
export type Turn = { network: string; isLater(): boolean; worked(ms: number): void; isSpent(): boolean }

/** A pool of child processes that can be killed (design/load.md#killable-typesetters). */
export type Typesetter = {
  /** A letter to store and print, or the problem. */
  prepare(task: PrintTask, turn?: Turn): Promise<Prepared | { refused: 'unavailable' }>
  /** The pages as they would be printed, despite mistakes. */
  preview(task: LetterTask, turn?: Turn): Promise<PreviewPages | Unreadable | { refused: 'unavailable' }>
  /** Cleans HTML. */
  clean(html: string): Promise<{ clean: string } | { refused: Excess | 'unavailable' }>
  set(letter: LetterToSet): Promise<SetLetter | TypesetRefusal | { refused: 'unavailable' }>
  /** The unprintable characters of a text, without duplicates, at most twenty. */
  unprintable(text: string): Promise<{ characters: string[] } | { refused: 'unavailable' }>
  setInvoice(invoice: InvoiceToSet): Promise<{ pdf: Buffer } | { refused: 'unavailable' }>
  /**
   * Scales to print resolution, drops metadata, keeps only small pngs as png. `refused: 'picture-unreadable'`:
   * truncated, a decompression bomb, or a format browsers do not show.
   */
  normalise(
    picture: RawPicture,
    turn?: Turn,
  ): Promise<NormalPicture | { refused: 'picture-unreadable' | 'unavailable' }>
  close(): Promise<void>
}
