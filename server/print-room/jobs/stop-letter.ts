import { after } from '@lacre/letter/journey.ts'
import { raiseConcern, type Concern } from '../../database/concerns.ts'
import { batchName } from '@lacre/letter/print-room/batch-name.ts'
import { lockBatch, type JobOfBatch } from './jobs-table.ts'
import type { NotPrinted } from './open-paid-letter.ts'
import { cause, type PrintRoomDeps } from '../deps.ts'
import { recountBatch } from './void-job.ts'

/** Why a letter leaves its batch before it is printed. */
export type StopReason = NotPrinted | 'stopped-elsewhere'

const concerns = {
  damaged: {
    kind: 'print-damaged',
    note: 'Los bytes guardados no son los que se pagaron: no se ha impreso.',
  },
  'test-money': {
    kind: 'test-money',
    note: 'No consta que se pagara con dinero de verdad: no se ha impreso.',
  },
  'stopped-elsewhere': {
    kind: 'print-stopped-elsewhere',
    note: 'Estaba en una tanda cuando dejó de poder imprimirse: no se ha impreso.',
  },
} satisfies Record<StopReason, Pick<Concern, 'kind' | 'note'>>

/**
 * Takes one letter out of its batch, for a person to look at: better to stop it than to print a doubt. Its job is
 * void, so that the letter may get another one later.
 */
export async function stopLetter(
  { db, clock, takeStep, lockLetter }: PrintRoomDeps,
  batchId: number,
  { id }: JobOfBatch,
  reason: StopReason,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockBatch(tx, batchId)
    const letter = await lockLetter(tx, id)
    const voided = await tx
      .updateTable('print_job')
      .set({ state: 'void', reason })
      .where('letter_id', '=', id)
      .where('batch_id', '=', batchId)
      .where('state', 'in', ['batched', 'printed'])
      .executeTakeFirst()
    if (!voided.numUpdatedRows) return // posted by somebody in the meantime

    if (letter && after(letter.state, 'doubt'))
      await takeStep(tx, { letterId: id, step: 'doubt', cause, now })
    const { kind, note } = concerns[reason]
    const batch = batchName(batchId)
    await raiseConcern(tx, { kind, letterId: id, reference: `${batch}/${id}`, note: `${batch}. ${note}` })
    await recountBatch(tx, batchId)
  })
}
