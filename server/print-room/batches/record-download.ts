import { raiseConcern } from '../../database/concerns.ts'
import type { MadeBatch } from './make-batch.ts'
import { recordBatch } from './record-batch.ts'
import type { PrintRoomDeps } from '../deps.ts'

/**
 * Somebody takes a batch's file away. Its hash is kept: from now on the batch counts as made. One that differs from the
 * first is told to a person. One that has a letter too many is not taken: it is made again.
 */
export const recordDownload = (
  { db, clock, recordAuditEntry }: Pick<PrintRoomDeps, 'db' | 'clock' | 'recordAuditEntry'>,
  made: MadeBatch,
  { by, why }: { by: string; why: string },
): Promise<'recorded' | 'differs' | 'changed'> =>
  db.transaction().execute(async (tx) => {
    const recorded = await recordBatch(tx, made)
    if (recorded === 'changed') return recorded
    if (recorded === 'differs')
      await raiseConcern(tx, {
        kind: 'batch-differs',
        letterId: null,
        reference: made.batch,
        note: `El archivo de la tanda ${made.batch} no es igual al de la primera vez, aunque cada carta sí lo es.`,
      })
    const note = `${why} · ${made.sha256}`
    await recordAuditEntry(tx, { by, action: 'download-pdf', subject: made.batch, note, now: clock.now() })
    return recorded
  })
