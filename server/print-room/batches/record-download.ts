import { raiseConcern } from '../../database/concerns.ts'
import type { MadeBatch } from './make-batch.ts'
import { recordBatch } from './record-batch.ts'
import type { PrintRoomDeps } from '../deps.ts'

/**
 * Somebody takes a batch's file or list away. With the file, its hash is kept: from now on the batch counts as made. One
 * that differs from the first is told to a person.
 */
export const recordDownload = (
  { db, clock, recordAuditEntry }: Pick<PrintRoomDeps, 'db' | 'clock' | 'recordAuditEntry'>,
  made: MadeBatch,
  { by, action, why }: { by: string; action: 'download-pdf' | 'download-list'; why: string },
): Promise<'recorded' | 'differs'> =>
  db.transaction().execute(async (tx) => {
    const recorded = action === 'download-pdf' ? await recordBatch(tx, made) : 'recorded'
    if (recorded === 'differs')
      await raiseConcern(tx, {
        kind: 'batch-differs',
        letterId: null,
        reference: made.batch,
        note: `El archivo de la tanda ${made.batch} no es igual al de la primera vez, aunque cada carta sí lo es.`,
      })
    const note = `${why} · ${made.sha256}`
    await recordAuditEntry(tx, { by, action, subject: made.batch, note, now: clock.now() })
    return recorded
  })
