import { sql } from 'kysely'
import type { Tx } from '../database/tables.ts'
import { batchName } from './batch-name.ts'
import { cause, type PrintRoom } from './room.ts'
import { countsOf, type Counts } from './weight.ts'

export type ClosedBatch = Counts & { id: number; batch: string }

/** One file is made of a batch, in memory: some three times its bytes. What does not fit waits for the next one. */
const most = { letters: 500, bytes: 128 * 1024 * 1024 }

type Waiting = { id: string; sheets: number; postal_code: string | null; bytes: number }

/**
 * The paid letters that wait leave for the printer together; from here on they cannot be cancelled (design, 1).
 * Fewest sheets first, then by postal code. `by` is kept as who closed it; `until` leaves what was paid later for
 * another batch.
 */
export function closeBatch(
  { db, clock, takeStep }: Pick<PrintRoom, 'db' | 'clock' | 'takeStep'>,
  { by, limit = most, until }: { by: string; limit?: typeof most; until?: Date },
): Promise<ClosedBatch | 'nothing-waiting'> {
  return db.transaction().execute(async (tx) => {
    await oneAtATime(tx)
    const letters = inOrder(
      fitting(await oldestWaiting(tx, limit.letters, until ?? clock.now()), limit.bytes),
    )
    if (!letters.length) return 'nothing-waiting'

    const now = clock.now()
    const batch = await insertBatch(tx, letters, { now, by })
    for (const [index, { id }] of letters.entries()) {
      await takeStep(tx, { letterId: id, step: 'batch', cause, now })
      await placeJob(tx, { letterId: id, batchId: batch.id, place: index + 1 })
    }
    return batch
  })
}

/** Two operators at once: the second finds what the first has left, not every other letter of it. */
const oneAtATime = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('close-batch'))`.execute(tx)

/** Only paid ones, asked of the row that is locked. A letter that is being cancelled now is passed over. */
const oldestWaiting = (tx: Tx, count: number, until: Date): Promise<Waiting[]> =>
  tx
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .leftJoin('letter_secret as secret', 'secret.letter_id', 'letter.id')
    .select(['letter.id', 'letter.sheets', 'letter.postal_code'])
    .select(sql<number>`coalesce(octet_length(secret.pdf), 0)`.as('bytes'))
    .where('job.state', '=', 'waiting')
    .where('letter.state', '=', 'paid')
    .where('job.created_at', '<=', until)
    .orderBy('job.created_at')
    .orderBy('letter.id')
    .limit(count)
    .forUpdate(['job', 'letter'])
    .skipLocked()
    .execute()

/** As many of the oldest as one file can hold; one always. */
function fitting(letters: Waiting[], most: number): Waiting[] {
  let bytes = 0
  return letters.filter((letter, index) => (bytes += letter.bytes) <= most || index === 0)
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const inOrder = (letters: Waiting[]): Waiting[] =>
  letters.toSorted(
    (one, other) =>
      one.sheets - other.sheets ||
      compare(one.postal_code ?? '', other.postal_code ?? '') ||
      compare(one.id, other.id),
  )

async function insertBatch(
  tx: Tx,
  letters: Waiting[],
  { now, by }: { now: Date; by: string },
): Promise<ClosedBatch> {
  const counts = countsOf(letters)
  const { id } = await tx
    .insertInto('print_batch')
    .values({ ...counts, closed_at: now, closed_by: by, pdf_sha256: '' }) // not made yet
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, batch: batchName(id), ...counts }
}

const placeJob = (
  tx: Tx,
  { letterId, batchId, place }: { letterId: string; batchId: number; place: number },
) =>
  tx
    .updateTable('print_job')
    .set({ state: 'batched', batch_id: batchId, place })
    .where('letter_id', '=', letterId)
    .where('state', '=', 'waiting')
    .execute()
