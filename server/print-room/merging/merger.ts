/** A letter as it was paid, and how many pages were. */
export type LetterToMerge = { pdf: Uint8Array; pages: number }
/** What is wrong with a letter, so that it is not in the file; undefined: it is. */
export type Added = Error | undefined

export type Merger = {
  /** Copies the finished pages of these letters, never sets them again. Answers for each, in their order. */
  add(letters: LetterToMerge[]): Promise<Added[]>
  /** The same letters in the same order give the same bytes. */
  save(): Promise<Buffer>
  /** Whatever became of it. */
  close(): Promise<void>
}
/** `title` and `date` stand in the file; nothing else depends on when it is made. */
export type OpenMerger = (title: string, date: Date) => Promise<Merger>

/** The merging itself came to an end, `code` says why: nothing is known against any of the letters. */
export class MergingFailed extends Error {
  override name = 'MergingFailed'
  readonly code: string

  constructor(code: string) {
    super(`the merging came to an end: ${code}`)
    this.code = code
  }
}
