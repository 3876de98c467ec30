import type { Address } from '@lacre/letter/address/address.ts'
import type { CreateLetterBody, Preview, PreviewProblem } from '@lacre/letter/calls.ts'
import type { PhotoSize, Content } from '@lacre/letter/content/tree.ts'
import type { Excess } from '@lacre/letter/content/reading/grow-tree.ts'
import type { ClosedDays, Day, PostingDay } from '@lacre/letter/days.ts'
import type { Looks } from '@lacre/letter/looks/looks.ts'

export type Addresses = { origin: Address; destination: Address }
export type DraftName = NonNullable<CreateLetterBody['draft']>

/** `name` is what its runs say in the tree, `size` the largest they say; a letter carries a picture along, or says where it stands. */
export type LetterPicture = { name: string; size?: PhotoSize } & ({ bytes: Uint8Array } | { address: string })
/** A picture that stands elsewhere. `number`: in reading order, from 1. */
export type RemotePicture = { name: string; size?: PhotoSize; address: string; number: number }
/** The first twenty pictures, in reading order. */
export type ReadLetter = { content: Content; pictures: LetterPicture[] }
/** No letter. `detail`: what is wrong, in a sentence, where there is one. */
export type Unreadable = { refused: 'unreadable'; detail?: string | undefined }

/** A letter from the body of a call: its bytes as they came, or one of ours. `publicUrl`: where reply codes lead. */
export type LetterTask = {
  body: Uint8Array | CreateLetterBody
  day: Day
  /** Days on which nothing leaves, besides weekends and holidays. */
  closed: ClosedDays
  publicUrl: string
}
export type PrintTask = LetterTask & {
  /** Begins the codes of its sheets. */
  sheetCode: string
  /** In so many days it may leave at the latest. */
  ahead: number
  /** Its pictures were printed before, and stay as they are. */
  arePrinted?: boolean
  /** The text of the draft that the body names. */
  content?: string
  /** The pictures that stand elsewhere, by name. */
  fetched?: Pictures
}

/**
 * What is stored of a letter: its pages, its text with the pictures as printed, and `fingerprint`, the SHA-256 of content,
 * addresses and looks in hex.
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
/** What the next task must bring: the text of a draft, or pictures that stand elsewhere. */
type Missing = { namesDraft: DraftName } | { remote: RemotePicture[] }
export type Prepared = PreparedLetter | Missing | { problem: PreviewProblem } | Unreadable
export type PreviewPages = Omit<Preview, 'total'>

/** Everything that appears on paper. Pictures in `content` name their bytes in `pictures`. */
export type LetterToSet = {
  content: Content
  /** Normalised bytes by the name that a picture run carries, and their width on paper in millimetres. */
  pictures: Record<string, { bytes: Buffer; widthMm: number }>
  /** Name, street, postal code and city, …: one line each, as the sender wrote them. */
  sender: string[]
  /** The printed block, capitals, one line each (letter/address.ts). */
  recipient: string[]
  /** `Málaga, 21 de noviembre de 2026`; empty: none. */
  dateLine: string
  /** Start of each sheet code's text, free of personal data; the sheet numbers are added. A preview has none and shows a sample. */
  sheetCode?: string
  /** Clásica at its normal size unless given, and nothing after the text. */
  looks?: Partial<Looks>
  /** What the reply code opens; without it there is none. */
  replyLink?: string
  /** A preview shows every page; only what is printed has a limit (design/sending.md#printable). */
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

/** `widthMm` is for one without a size, `isDark` for one as wide as the text; `isSmall` has too few pixels for its size, `isBlank` prints nothing. */
export type NormalPicture = {
  bytes: Buffer
  widthMm: number
  name: 'jpg' | 'png'
  isDark?: true
  isSmall?: true
  isBlank?: true
}
/** Pictures as they will be printed, by the name that stands in the letter. */
export type Pictures = Map<string, NormalPicture>
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

/** A pool of child processes that can be killed (design/load.md#killable-typesetters). */
export type Typesetter = {
  /** A letter as it is stored and printed, or what is in the way. */
  prepare(task: PrintTask, turn?: Turn): Promise<Prepared | { refused: 'unavailable' }>
  /** Its pages as they would be printed, mistakes and all. */
  preview(task: LetterTask, turn?: Turn): Promise<PreviewPages | Unreadable | { refused: 'unavailable' }>
  /** Somebody's HTML, clean. */
  clean(html: string): Promise<{ clean: string } | { refused: Excess | 'unavailable' }>
  set(letter: LetterToSet): Promise<SetLetter | TypesetRefusal | { refused: 'unavailable' }>
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
