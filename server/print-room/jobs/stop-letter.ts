import { after } from '@lacre/letter/journey.ts'
import { raiseConcern, type Concern } from '../../database/concerns.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { lockBatch, type JobOfBatch } from './jobs-table.ts'
import type { NotPrinted } from './open-paid-letter.ts'
import { cause, type PrintRoomDeps } from '../deps.ts'
import { recountBatch } from './void-job.ts'

/** Why a letter leaves its batch before it is printed. */
export type StopReason = NotPrinted | 'stopped-elsewhere'

const concerns = {
  damaged: {
    kind: 'print-damaged',
    note: 'Los bytes guardados no son los que se pagaron',
  },
  'test-money': {
    kind: 'test-money',
    note: 'No consta que se pagara con dinero de verdad',
  },
  'stopped-elsewhere': {
    kind: 'print-stopped-elsewhere',
    note: 'Estaba en una tanda cuando dejó de poder imprimirse',
  },
} satisfies Record<StopReason, Pick<Concern, 'kind' | 'note'>>

const unprinted = ': no se ha impreso.'
const maybePrinted = '. El archivo de la tanda ya se había descargado: si se imprimió, aparte sus hojas.'

/**
 * Takes one letter out of its batch, for a person to look at: better to stop it than to print a doubt. Its job is
 * void, so that the letter may get another one later. `wasMade`: the file of the batch was, before others left it.
 */
export async function stopLetter(
  { db, clock, takeStep, lockLetter }: PrintRoomDeps,
  batchId: number,
  { id }: JobOfBatch,
  reason: StopReason,
  wasMade = false,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const isMade = (await lockBatch(tx, batchId))?.pdf_sha256 || wasMade
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
    const { kind, note: why } = concerns[reason]
    const batch = batchName(batchId)
    const note = `${batch}. ${why}${isMade ? maybePrinted : unprinted}`
    await raiseConcern(tx, { kind, letterId: id, reference: `${batch}/${id}`, note })
    await recountBatch(tx, batchId)
  })
}
