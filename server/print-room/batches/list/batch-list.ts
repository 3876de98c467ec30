import { createHash } from 'node:crypto'
import { batchName } from '@lacre/letter/print-room/names.ts'
import type { Db } from '../../../database/tables.ts'
import { findBatch, jobsOfBatch } from '../../jobs/jobs-table.ts'
import { isPrintable } from '../../jobs/progress.ts'
import type { PrintRoomDeps } from '../../deps.ts'
import { manifest } from './manifest.ts'

export type BatchList = { batch: string; csv: string }

/**
 * The list of a closed batch, from its rows: nothing is opened or merged for it. It has the letters that its file has,
 * save that the file checks their bytes, and one that is not what was paid leaves the batch then.
 */
export async function batchList(
  db: Db,
  id: number,
): Promise<BatchList | 'unknown-batch' | 'nothing-to-print'> {
  if (!(await findBatch(db, id))) return 'unknown-batch'
  const jobs = await jobsOfBatch(db, id)
  const kept = await keptOf(
    db,
    jobs.map((letter) => letter.id),
  )
  const letters = jobs.filter((letter) => isPrintable(letter) && kept.has(letter.id))
  return letters.length ? { batch: batchName(id), csv: manifest(letters) } : 'nothing-to-print'
}

/** Those whose pages were not erased. */
async function keptOf(db: Db, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const rows = await db
    .selectFrom('letter_secret')
    .select('letter_id')
    .where('letter_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ letter_id }) => letter_id))
}

/** Somebody takes it away: the record has who, why, and the hash of what was taken. */
export const recordListDownload = (
  { db, clock, recordAuditEntry }: Pick<PrintRoomDeps, 'db' | 'clock' | 'recordAuditEntry'>,
  { batch, csv }: BatchList,
  { by, why }: { by: string; why: string },
): Promise<void> => {
  const note = `${why} · ${createHash('sha256').update(csv).digest('hex')}`
  return db
    .transaction()
    .execute((tx) =>
      recordAuditEntry(tx, { by, action: 'download-list', subject: batch, note, now: clock.now() }),
    )
}
