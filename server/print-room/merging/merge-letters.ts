import { Duplex, PDFDocument, PrintScaling } from '@cantoo/pdf-lib'

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

/** Sources need no time of their own: without it the library yields to others every few objects. */
const reading = { updateMetadata: false, parseSpeed: Infinity }

/** Objects packed together make a file an eighth smaller, and packing them takes as long as all the rest. */
const writing = { addDefaultPage: false, objectsPerTick: Infinity, useObjectStreams: false }

/** One file for printing on both sides: each letter begins on a front. */
export async function mergeLetters(title: string, date: Date): Promise<Merger> {
  const merged = await PDFDocument.create({ updateMetadata: false })
  merged.setTitle(title)
  merged.setCreationDate(date)
  const preferences = merged.catalog.getOrCreateViewerPreferences()
  preferences.setDuplex(Duplex.DuplexFlipLongEdge)
  preferences.setPrintScaling(PrintScaling.None) // scaled, the address leaves the window

  async function addOne({ pdf, pages }: LetterToMerge): Promise<Added> {
    try {
      const letter = await PDFDocument.load(pdf, reading)
      if (letter.getPageCount() !== pages) return new RangeError('not the pages that were paid')
      for (const page of await merged.copyPages(letter, letter.getPageIndices())) merged.addPage(page)
      if (pages % 2) merged.addPage(sizeOf(letter))
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error('cannot be read')
    }
  }

  return {
    async add(letters) {
      const added: Added[] = []
      for (const letter of letters) added.push(await addOne(letter))
      return added
    },
    async save() {
      const { buffer, byteOffset, length } = await merged.save(writing)
      return Buffer.from(buffer, byteOffset, length)
    },
    close: () => Promise.resolve(),
  }
}

function sizeOf(letter: PDFDocument): [number, number] {
  const { width, height } = letter.getPage(0).getSize()
  return [width, height]
}
