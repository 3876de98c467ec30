import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ExportedFile } from '../../ports.ts'

/** Packed by itself already, so packing it again costs time and saves nothing. */
const isPacked = (name: string) => name.endsWith('.pdf')

/** Packed in a few milliseconds; a letter with pictures in one go would take a second, in which nobody is answered. */
const pieceBytes = 64 * 1024

/** The files as one ZIP, piece by piece: only one file is in memory at a time, however many there are. */
export async function* zipOf(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((failure, piece) => {
    if (failure) throw failure
    pieces.push(piece)
  })
  for await (const { name, bytes, at } of files) {
    const entry = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name)
    entry.mtime = at
    zip.add(entry)
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      entry.push(bytes.subarray(from, from + pieceBytes))
      yield* pieces.splice(0)
      await nextTurn()
    }
    entry.push(new Uint8Array(), true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces.splice(0)
}
