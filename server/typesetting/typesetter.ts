import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import type { PhotoSize, Content } from '@lacre/letter/content/tree.ts'
import type { Excess } from '@lacre/letter/content/reading/grow-tree.ts'
import type { Looks } from '@lacre/letter/looks/looks.ts'

/** `name` is what its runs say in the tree, `size` the largest they say; a letter carries a picture along, or says where it stands. */
export type LetterPicture = { name: string; size?: PhotoSize } & ({ bytes: Uint8Array } | { address: string })
/** The first twenty pictures, in reading order. */
export type ReadLetter = { content: Content; pictures: LetterPicture[] }
export type SentAddresses = Omit<CreateLetterBody, 'content'>
/** What a call's body held. */
export type ReadBody = ReadLetter & { addresses: SentAddresses }
/** It held no letter. `detail`: what is wrong with it, in a sentence, where there is one. */
export type Unreadable = { refused: 'unreadable'; detail?: string | undefined }

/** Everything that appears on paper. Pictures in `content` name their bytes in `pictures`. */
export type LetterToSet = {
  content: Content
  /** Normalised bytes by the name that a picture run carries, and their width on paper in millimetres. */
  pictures: Record<string, { bytes: Buffer; widthMm: number }>
  /** Name, street, postal code and city, …: one line each, as the sender wrote them. */
  sender: string[]
  /** The printed block, capitals, one line each (letter/address.ts). */
  recipient: string[]
  /** `Málaga, 21 de noviembre de 2026` */
  dateLine: string
  /** Start of each sheet code's text, free of personal data; the sheet numbers are added. A preview has none and shows a sample. */
  sheetCode?: string
  /** Clásica at its normal size unless given, and nothing after the text. */
  looks?: Partial<Looks>
  /** What the reply code opens; without it there is none. */
  replyLink?: string
  /** A preview shows every page; only what is printed has a limit (design.md#printable). */
  anyLength?: true
  /** The document's date, so that the same letter gives the same bytes. */
  date: Date
}

/** Everything that appears on an invoice, as it is printed. */
export type InvoiceToSet = {
  title: string
  number: string
  /** Of test money: marked all over. */
  isTest: boolean
  facts: [name: string, value: string][]
  seller: string[]
  /** Empty: a simplified one names nobody. */
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
  /** No answer in time, crashed, or the queue is full: says nothing about the letter, so one may try again. */
  | { refused: 'unavailable' }

/** `widthMm` is for one without a size, `isDark` for one as wide as the text; `isSmall` has too few pixels for its size, `isBlank` prints nothing. */
export type NormalPicture = {
  bytes: Buffer
  widthMm: number
  name: 'jpg' | 'png'
  isDark?: true
  isSmall?: true
  isBlank?: true
}
/**
 * `size`: the largest it is printed at, where it is a photo with a size. `isPrinted`: its bytes are those of a letter that
 * was printed, and stay as they are.
 */
export type RawPicture = { bytes: Uint8Array; size?: PhotoSize; isPrinted?: true }

/**
 * Whose work it is. `network`: which others take turns with, where many wait. `isLater`: it waits for the work of trusted
 * senders. `worked` is told how long a child was busy with it; once `isSpent`, nothing more is begun.
 */
export type Turn = { network: string; isLater(): boolean; worked(ms: number): void; isSpent(): boolean }

/** A pool of child processes that can be killed (design.md#killable-typesetters). */
export type Typesetter = {
  /** The letter in the HTML that somebody sent. */
  read(html: string, turn?: Turn): Promise<ReadLetter | { refused: Excess | 'unavailable' }>
  /** The same with its addresses, from the bytes of a call's body, which are parsed there too. */
  readBody(
    json: Uint8Array,
    turn?: Turn,
  ): Promise<ReadBody | Unreadable | { refused: Excess | 'unavailable' }>
  /** The same as clean HTML again. */
  clean(html: string): Promise<{ clean: string } | { refused: Excess | 'unavailable' }>
  set(letter: LetterToSet, turn?: Turn): Promise<SetLetter | TypesetRefusal>
  /** The characters of a text that no font can print, each once, at most twenty. */
  unprintable(text: string): Promise<{ characters: string[] } | { refused: 'unavailable' }>
  setInvoice(invoice: InvoiceToSet): Promise<{ pdf: Buffer } | { refused: 'unavailable' }>
  /** Scales to print resolution, drops metadata, keeps png only for what is small. `refused: 'picture-unreadable'`: truncated, a bomb, or of no kind that browsers show. */
  normalise(
    picture: RawPicture,
    turn?: Turn,
  ): Promise<NormalPicture | { refused: 'picture-unreadable' | 'unavailable' }>
  close(): Promise<void>
}
