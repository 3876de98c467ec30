import type { Day } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { sql } from 'kysely'
import { isDue } from '../database/queries.ts'
import type { Db, Row, Tx } from '../database/tables.ts'

/** How far an attempt has come on paper. */
export function stageOf(
  job: Pick<Row<'print_job'>, 'is_void' | 'batch_id' | 'printed_at' | 'posted_at'>,
): 'waiting' | 'batched' | 'printed' | 'posted' | 'void' {
  if (job.is_void) return 'void'
  if (job.posted_at) return 'posted'
  if (job.printed_at) return 'printed'
  return job.batch_id === null ? 'waiting' : 'batched'
}

/** A letter of a batch, with the times of its marks. */
export type JobOfBatch = {
  id: string
  state: State
  pages: number
  sheets: number
  postalCode: string | null
  sha256: string
  place: number
  attempt: number
  printedAt: Date | null
  enclosedAt: Date | null
  postedAt: Date | null
  /** Why it is printed again; null for the first print of its batch. */
  reason: string | null
}

/** Letters with their jobs that wait for the batch of `due`. */
export const waitingLetters = (db: Db | Tx, due: Day) =>
  db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .where('job.is_void', '=', false)
    .where('letter.state', '=', 'paid')
    .where(isDue(due))

/** The jobs of a batch that are not void, in print order. */
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
      'job.printed_at as printedAt',
      'job.enclosed_at as enclosedAt',
      'job.posted_at as postedAt',
      'job.reason',
    ])
    .select((eb) => eb.ref('job.place').$notNull().as('place'))
    .where('job.batch_id', '=', batchId)
    .where('job.is_void', '=', false)
    .orderBy('job.place')
    .execute()

export const livingJob = (db: Db | Tx, letterId: string): Promise<Row<'print_job'> | undefined> =>
  db
    .selectFrom('print_job')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('is_void', '=', false)
    .executeTakeFirst()

/**
 * Makes the letters wait for a batch. Runs in the transaction that makes them paid. Idempotent, since a letter has at
 * most one job that is not void (design/trust.md#database-is-the-guard). After a void job it starts the next attempt.
 */
export async function stagePrintJobs(tx: Tx, letterIds: string[], now: Date): Promise<void> {
  await sql`
    insert into print_job (letter_id, attempt, created_at)
    select paid.id, (select coalesce(max(attempt), 0) + 1 from print_job where letter_id = paid.id), ${now}
    from unnest(${letterIds}::uuid[]) as paid (id)
    on conflict do nothing`.execute(tx)
}

/** Voids the waiting job of a cancelled letter. A job in a batch stays. */
export async function voidPrintJob(tx: Tx, letterId: string): Promise<void> {
  await tx
    .updateTable('print_job')
    .set({ is_void: true, reason: 'cancelled' })
    .where('letter_id', '=', letterId)
    .where('batch_id', 'is', null)
    .where('is_void', '=', false)
    .execute()
}

type Attempt = Pick<Row<'print_job'>, 'letter_id' | 'attempt'>

/** Voids an attempt, under the batch's lock; `reason` is stored with it. */
export async function voidAttempt(tx: Tx, { letter_id, attempt }: Attempt, reason?: string): Promise<void> {
  await tx
    .updateTable('print_job')
    .set({ is_void: true, ...(reason !== undefined && { reason }) })
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .execute()
}

/** Takes the letter out of its batch. False: it was posted meanwhile. */
export async function voidInBatch(
  tx: Tx,
  { letterId, batchId }: { letterId: string; batchId: number },
  reason: string,
): Promise<boolean> {
  const voided = await tx
    .updateTable('print_job')
    .set({ is_void: true, reason })
    .where('letter_id', '=', letterId)
    .where('batch_id', '=', batchId)
    .where('is_void', '=', false)
    .where('posted_at', 'is', null)
    .executeTakeFirst()
  return voided.numUpdatedRows > 0n
}

/** Places the jobs in the order of the file. */
export async function placeJobs(tx: Tx, batchId: number, letterIds: string[]): Promise<void> {
  await sql`
    update print_job set batch_id = ${batchId}, place = placed.place
    from unnest(${letterIds}::uuid[]) with ordinality as placed (letter_id, place)
    where print_job.letter_id = placed.letter_id and batch_id is null and not is_void`.execute(tx)
}

/** The batch's file holds the same pages at the same place, so its hash stays. */
export async function nextAttempt(
  tx: Tx,
  job: Row<'print_job'>,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const { letter_id, attempt, batch_id, place } = job
  await voidAttempt(tx, job)
  const next = { letter_id, attempt: attempt + 1, batch_id, place, reason, created_at: now }
  await tx.insertInto('print_job').values(next).execute()
}

/** An operator's mark. A later mark includes the earlier ones. */
export type Mark = 'printed' | 'enclosed' | 'posted'

export async function markJobs(tx: Tx, letterIds: string[], mark: Mark, now: Date): Promise<void> {
  const first = (column: string) => sql<Date>`coalesce(${sql.ref(column)}, ${now})`
  await tx
    .updateTable('print_job')
    .set({
      printed_at: first('printed_at'),
      ...(mark !== 'printed' && { enclosed_at: first('enclosed_at') }),
      ...(mark === 'posted' && { posted_at: now }),
    })
    .where('letter_id', 'in', letterIds)
    .where('is_void', '=', false)
    .execute()
}
