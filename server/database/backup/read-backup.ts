import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { LetterKeys } from '../keys/letter-keys.ts'
import { BackupDamaged, openStream } from './sealed-stream.ts'
import type { Counter } from './tables-in-order.ts'

/** ISO instant to the microsecond, the installation's mode, the migrations the tables had. */
export type Begins = { takenAt: string; mode: string | null; migrations: string[] }
export type Ends = { table: string; rows: number; sha256: string }
/** The lines of a backup that are no rows; each stands after a `#`. */
export type BackupLine =
  { begins: Begins } | { table: string } | { ends: Ends } | { whole: { counters: Counter[] } }

/** What happens with what is read, in its order. `row` is JSON as PostgreSQL wrote it. */
export type BackupReader = {
  begins(begins: Begins): Promise<void>
  row(table: string, row: string): Promise<void>
  ends(ends: Ends): Promise<void>
  whole(counters: Counter[]): Promise<void>
}
export type ReadBackup = { takenAt: Date; rows: Record<string, number> }

const nothing = () => Promise.resolve()
export const noReader: BackupReader = { begins: nothing, row: nothing, ends: nothing, whole: nothing }

/**
 * Reads a backup to its end and checks it: its seal, its length, every table's count and hash.
 * @throws BackupDamaged, BackupKeyMissing, and whatever `reader` throws.
 */
export async function readBackup(
  file: AsyncIterable<Uint8Array>,
  keys: LetterKeys | undefined,
  reader: BackupReader = noReader,
): Promise<ReadBackup> {
  const place: Place = { table: '', hash: createHash('sha256'), count: 0 }
  const read: ReadBackup = { takenAt: new Date(0), rows: {} }
  let isWhole = false
  for await (const line of linesOf(openStream(file, keys))) {
    if (!line.startsWith('#')) {
      place.count++
      place.hash.update(line)
      await reader.row(place.table, line)
      continue
    }
    const said = JSON.parse(line.slice(1)) as BackupLine
    if ('begins' in said) {
      read.takenAt = new Date(said.begins.takenAt)
      await reader.begins(said.begins)
    } else if ('table' in said) Object.assign(place, { ...said, hash: createHash('sha256'), count: 0 })
    else if ('ends' in said) {
      checkTable(place, said.ends)
      read.rows[place.table] = place.count
      await reader.ends(said.ends)
    } else {
      await reader.whole(said.whole.counters)
      isWhole = true
    }
  }
  if (!isWhole) throw new BackupDamaged('the backup is cut short')
  return read
}

type Place = { table: string; hash: Hash; count: number }

function checkTable({ table, hash, count }: Place, ends: Ends) {
  if (table !== ends.table || count !== ends.rows || hash.digest('hex') !== ends.sha256)
    throw new BackupDamaged(`the table ${table} is not as it was written`)
}

/** A failure of the seal reaches the reader of the lines, and one who stops early closes the file. */
async function* linesOf(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const plain = createGunzip()
  const source = Readable.from(sealed)
  source.on('error', (error) => plain.destroy(error))
  source.pipe(plain)
  const pieces: Buffer[] = []
  try {
    for await (const piece of plain as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
        pieces.push(piece.subarray(from, end))
        yield Buffer.concat(pieces.splice(0)).toString()
        from = end + 1
      }
      pieces.push(piece.subarray(from))
    }
  } finally {
    source.destroy()
  }
  if (pieces.some(({ length }) => length)) throw new BackupDamaged('the backup is cut short')
}
