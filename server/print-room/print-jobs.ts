import { gramsOf } from '@lacre/letter/content/limits.ts'
import { after, type State } from '@lacre/letter/journey.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { sql } from 'kysely'
import { type Concern, raiseConcern } from '../database/concerns.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import type { StagePrintJobs } from '../ports.ts'
import { cause, type PrintRoomDeps } from './deps.ts'
import type { NotPrinted } from './paid-letters.ts'

/** A letter of a batch, and how far its paper has come. */
export type JobOfBatch = {
  id: string
  state: State
  pages: number
  sheets: number
  postalCode: string | null
  sha256: string
  place: number
  attempt: number
  job: Row<'print_job'>['state']
  printedAt: Date | null
  enclosedAt: Date | null
  postedAt: Date | null
  /** Why it is printed again; null where it is of the batch's own paper. */
  reason: string | null
}

/** The living jobs of a batch, in their order. */
export const jobsOfBatch = (db: Db | Tx, batchId: number): Promise<JobOfBatch[]> =>
  db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select([
      'letter.id',
      'letter.state',
      'letter.pages',
      'letter.sheets',
      'letter.postal_code as postalCode',
      'letter.pdf_sha256 as sha256',
      'job.attempt',
      'job.state as job',
      'job.printed_at as printedAt',
      'job.enclosed_at as enclosedAt',
      'job.posted_at as postedAt',
      'job.reason',
    ])
    .select((eb) => eb.ref('job.place').$notNull().as('place'))
    .where('job.batch_id', '=', batchId)
    .where('job.state', '<>', 'void')
    .orderBy('job.place')
    .execute()

export const findBatch = (db: Db | Tx, id: number): Promise<Row<'print_batch'> | undefined> =>
  db.selectFrom('print_batch').selectAll().where('id', '=', id).executeTakeFirst()

/** The batch first, then its letters: two locks taken in two orders wait for each other. */
export const lockBatch = (tx: Tx, id: number): Promise<Row<'print_batch'> | undefined> =>
  tx.selectFrom('print_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const livingJob = (db: Db | Tx, letterId: string): Promise<Row<'print_job'> | undefined> =>
  db
    .selectFrom('print_job')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', '<>', 'void')
    .executeTakeFirst()

/**
 * The letters wait for a batch from now on. In the transaction that makes it paid; a second call changes nothing,
 * because a letter has at most one living job (design.md#database-is-the-guard). After a void job it is the next
 * attempt.
 */
export const stagePrintJobs: StagePrintJobs = async (tx, letterIds, now) => {
  await sql`
    insert into print_job (letter_id, attempt, state, created_at)
    select paid.id, (select coalesce(max(attempt), 0) + 1 from print_job where letter_id = paid.id), 'waiting', ${now}
    from unnest(${letterIds}::uuid[]) as paid (id)
    on conflict do nothing`.execute(tx)
}

export const stagePrintJob = (tx: Tx, letterId: string, now: Date): Promise<void> =>
  stagePrintJobs(tx, [letterId], now)

/** The letter was cancelled: what waits will not be printed. A job that is in a batch stays as it is. */
export async function voidPrintJob(tx: Tx, letterId: string): Promise<void> {
  await tx
    .updateTable('print_job')
    .set({ state: 'void', reason: 'cancelled' })
    .where('letter_id', '=', letterId)
    .where('state', '=', 'waiting')
    .execute()
}

/** This attempt will not be posted. A batch it was in counts without it. With the batch's lock held. */
export async function voidJob(
  tx: Tx,
  { letter_id, attempt, batch_id }: Row<'print_job'>,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('print_job')
    .set({ state: 'void', reason })
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .execute()
  if (batch_id !== null) await recountBatch(tx, batch_id)
}

/** After a letter has left it; its file, if one was made, is not the batch any more. */
async function recountBatch(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('print_batch')
    .set({ ...countsOf(await jobsOfBatch(tx, id)), pdf_sha256: '' })
    .where('id', '=', id)
    .execute()
}

/** A letter with what is printed of it, locked until the transaction ends. */
export type LockedLetter = {
  letter: Row<'letter'>
  job: Row<'print_job'> | undefined
  batch: Row<'print_batch'> | undefined
}

/**
 * The batch first, then the letter, as everywhere. 'not-now': it got into another batch in between, whose lock would
 * come too late; whoever asks again sees it as it is.
 */
export async function lockWithJob(
  { lockLetter }: Pick<PrintRoomDeps, 'lockLetter'>,
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

const brackets = [20, 50, 100]

/** The postage bracket it falls into, in grams. @throws RangeError when no bracket carries it. */
export function bracketOf(grams: number): number {
  const bracket = brackets.find((limit) => grams <= limit)
  if (!bracket) throw new RangeError('heavier than a letter')
  return bracket
}

export type Counts = { letters: number; sheets: number; grams: number }

export const countsOf = (letters: { sheets: number }[]): Counts => ({
  letters: letters.length,
  sheets: letters.reduce((sum, letter) => sum + letter.sheets, 0),
  grams: Math.round(letters.reduce((sum, letter) => sum + gramsOf(letter.sheets) * 10, 0)) / 10,
})
