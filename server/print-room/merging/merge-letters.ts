import { Duplex, PDFDocument, PrintScaling } from '@cantoo/pdf-lib'

export type Merger = {
  /** Copies the finished pages, never sets them again. @throws when `pdf` has other than `pages` pages. */
  add(pdf: Buffer, pages: number): Promise<void>
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

/** One file for printing on both sides: each letter begins on a front. */
export async function mergeLetters(title: string, date: Date): Promise<Merger> {
  const merged = await PDFDocument.create({ updateMetadata: false })
  merged.setTitle(title)
  merged.setCreationDate(date)
  const preferences = merged.catalog.getOrCreateViewerPreferences()
  preferences.setDuplex(Duplex.DuplexFlipLongEdge)
  preferences.setPrintScaling(PrintScaling.None) // scaled, the address leaves the window

  return {
    async add(pdf, pages) {
      const letter = await PDFDocument.load(pdf, reading)
      if (letter.getPageCount() !== pages) throw new RangeError('not the pages that were paid')
      for (const page of await merged.copyPages(letter, letter.getPageIndices())) merged.addPage(page)
      if (pages % 2) merged.addPage(sizeOf(letter))
    },
    async save() {
      const { buffer, byteOffset, length } = await merged.save({
        addDefaultPage: false,
        objectsPerTick: Infinity,
      })
      return Buffer.from(buffer, byteOffset, length)
    },
    close: () => Promise.resolve(),
  }
}

function sizeOf(letter: PDFDocument): [number, number] {
  const { width, height } = letter.getPage(0).getSize()
  return [width, height]
}
