import { after } from '@lacre/letter/journey.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { type Issue, raiseIssue } from '../database/issues.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import { type JobOfBatch, jobsOfBatch, livingJob, voidAttempt, voidInBatch } from '../letters/print-jobs.ts'
import { cause } from './call.ts'
import { lockLetter } from '../letters/letters-table.ts'
import type { World } from '../world.ts'
import { takeStep } from '../letters/steps.ts'

export const findBatch = (db: Db | Tx, id: number): Promise<Row<'print_batch'> | undefined> =>
  db.selectFrom('print_batch').selectAll().where('id', '=', id).executeTakeFirst()

/** Lock the batch before its letters: another order could deadlock. */
export const lockBatch = (tx: Tx, id: number): Promise<Row<'print_batch'> | undefined> =>
  tx.selectFrom('print_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Voids an attempt, under the batch's lock. */
export async function voidJob(tx: Tx, job: Row<'print_job'>, reason: string): Promise<void> {
  await voidAttempt(tx, job, reason)
  if (job.batch_id !== null) await recountBatch(tx, job.batch_id)
}

/** Updates the batch after a letter left it. Clears the hash: an earlier file is outdated. */
async function recountBatch(tx: Tx, id: number): Promise<void> {
  const left = sumLetters(await jobsOfBatch(tx, id))
  await tx
    .updateTable('print_batch')
    .set({ ...left, pdf_sha256: '' })
    .where('id', '=', id)
    .execute()
}

export const sumLetters = (letters: { sheets: number }[]) => ({
  letters: letters.length,
  sheets: letters.reduce((sum, { sheets }) => sum + sheets, 0),
})

/** A letter with its job and batch, locked until the transaction ends. */
export type LockedLetter = {
  letter: Row<'letter'>
  job: Row<'print_job'> | undefined
  batch: Row<'print_batch'> | undefined
}

/** Locks the batch, then the letter. 'not-now': it changed batches before its lock. */
export async function lockWithJob(
  tx: Tx,
  letterId: string,
): Promise<LockedLetter | 'unknown-letter' | 'not-now'> {
  const batchId = (await livingJob(tx, letterId))?.batch_id ?? null
  const batch = batchId === null ? undefined : await lockBatch(tx, batchId)
  const letter = await lockLetter(tx, letterId)
  if (!letter) return 'unknown-letter'
  const job = await livingJob(tx, letterId)
  if (!job || job.batch_id === null) return { letter, job, batch: undefined }
  return job.batch_id === batchId ? { letter, job, batch } : 'not-now'
}

/** Why a letter must leave its batch unprinted. */
export type NotPrinted = 'damaged' | 'test-money' | 'stopped-elsewhere'

const issues = {
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
} satisfies Record<NotPrinted, Pick<Issue, 'kind' | 'note'>>

const unprinted = ': no se ha impreso.'
const maybePrinted = '. El archivo de la tanda ya se había descargado: si se imprimió, aparte sus hojas.'

/** Takes a letter out of its batch for an operator, and voids its job. `wasMade`: the batch's file existed. */
export async function stopLetter(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  batchId: number,
  { id }: Pick<JobOfBatch, 'id'>,
  reason: NotPrinted,
  wasMade = false,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const isMade = (await lockBatch(tx, batchId))?.pdf_sha256 || wasMade
    const letter = await lockLetter(tx, id)
    // Posted meanwhile: it stays in its batch.
    if (!(await voidInBatch(tx, { letterId: id, batchId }, reason))) return

    if (letter && after(letter.state, 'doubt'))
      await takeStep(tx, { letterId: id, step: 'doubt', cause, now })
    const { kind, note: why } = issues[reason]
    const batch = batchName(batchId)
    const note = `${batch}. ${why}${isMade ? maybePrinted : unprinted}`
    await raiseIssue(tx, { kind, letterId: id, reference: `${batch}/${id}`, note })
    await recountBatch(tx, batchId)
  })
}

const brackets = [20, 50, 100]

/** The postage bracket in grams. @throws RangeError when no bracket fits. */
export function bracketOf(grams: number): number {
  const bracket = brackets.find((limit) => grams <= limit)
  if (!bracket) throw new RangeError('heavier than a letter')
  return bracket
}
