import { Duplex, PDFDocument, PrintScaling } from '@cantoo/pdf-lib'
import type { Added, LetterToMerge, Merger } from './merge.ts'

/** Without `parseSpeed` the library yields to other work every few objects, which sources do not need. */
const reading = { updateMetadata: false, parseSpeed: Infinity }

/** Object streams make a file an eighth smaller, but double the time. */
const writing = { addDefaultPage: false, objectsPerTick: Infinity, useObjectStreams: false }

/** One file for duplex printing: each letter begins on a front. */
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
