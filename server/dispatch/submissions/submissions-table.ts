import { seconds } from '@lacre/letter/duration.ts'
import { sql } from 'kysely'
import type { Db, Row, Tx } from '../../database/tables.ts'

export type Submission = Row<'submission'>
/** A submission somebody works on: `usedBefore` is since when they may have known its key before this try. */
export type Leased = Submission & { lease: string; usedBefore: Date | null }

/** Longer than one order's calls usually take. Two at it at once would still send the same key. */
const leaseMs = seconds(120)

type Now = { printer: string; now: Date }

/** The next one to be given to the printer. Its key counts as used from here on, before anybody is asked. */
export const claimReady = (db: Db, { printer, now }: Now): Promise<Leased | undefined> =>
  claim(
    db,
    now,
    sql`printer = ${printer} and state = 'ready' and next_at <= ${now}`,
    sql`state = 'submitting', key_used_at = coalesce(submission.key_used_at, ${now})`,
  )

/** The next one nobody knows about: its answer never came, or whoever asked has vanished. */
export const claimUnknown = (db: Db, { printer, now }: Now): Promise<Leased | undefined> =>
  claim(
    db,
    now,
    sql`printer = ${printer} and (lease_until is null or lease_until < ${now})
      and (state = 'submitting' or (state = 'unknown' and next_at <= ${now}))`,
    sql`state = 'unknown'`,
  )

/** The next one of whose progress nothing was heard for a while. */
export const claimAccepted = (db: Db, { printer, now }: Now): Promise<Leased | undefined> =>
  claim(
    db,
    now,
    sql`printer = ${printer} and state = 'accepted' and next_at <= ${now}
      and (lease_until is null or lease_until < ${now})`,
    sql`state = 'accepted'`,
  )

async function claim(
  db: Db,
  now: Date,
  which: ReturnType<typeof sql>,
  change: ReturnType<typeof sql>,
): Promise<Leased | undefined> {
  const { rows } = await sql<Leased>`
    with next as materialized (
      select letter_id, attempt, key_used_at from submission where ${which}
      order by next_at, letter_id limit 1 for update skip locked)
    update submission set ${change}, tries = tries + 1, lease = gen_random_uuid(),
      lease_until = ${new Date(now.getTime() + leaseMs)}
    from next where submission.letter_id = next.letter_id and submission.attempt = next.attempt
    returning submission.*, next.key_used_at as "usedBefore"`.execute(db)
  return rows[0]
}

/** Carried on under the same lease and, for ever, the same key. False: the lease went to somebody else. */
export async function submitAgain(
  db: Db,
  { letter_id, attempt, lease }: Leased,
  now: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable('submission')
    .set((eb) => ({
      state: 'submitting',
      key_used_at: eb.fn.coalesce('key_used_at', sql<Date>`${now}`),
      lease_until: new Date(now.getTime() + leaseMs),
    }))
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .where('lease', '=', lease)
    .where('state', '=', 'unknown')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

type Change = Partial<Omit<Submission, 'letter_id' | 'attempt' | 'printer' | 'reference' | 'idempotency_key'>>
type Which = Pick<Submission, 'letter_id' | 'attempt'>

/** Ends the lease with what was learnt, unless somebody else has learnt more meanwhile. */
export async function release(
  tx: Db | Tx,
  { letter_id, attempt, lease }: Leased,
  change: Change,
): Promise<boolean> {
  const updated = await tx
    .updateTable('submission')
    .set({ ...change, lease: null, lease_until: null })
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function change(tx: Tx, { letter_id, attempt }: Which, changed: Change): Promise<void> {
  await tx
    .updateTable('submission')
    .set(changed)
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .execute()
}

export const lockSubmission = (tx: Tx, { letter_id, attempt }: Which): Promise<Submission> =>
  tx
    .selectFrom('submission')
    .selectAll()
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const submissionBy = (
  db: Db,
  column: 'reference' | 'printer_id',
  value: string,
): Promise<Submission | undefined> =>
  db.selectFrom('submission').selectAll().where(column, '=', value).executeTakeFirst()

/** Not over: the unique index allows one of these a letter. */
const underWay = (db: Db | Tx) =>
  db.selectFrom('submission').where('submission.state', 'in', ['ready', 'submitting', 'unknown', 'accepted'])

/** The letters that the printer has, or may have. */
export const idsUnderWay = (db: Db | Tx) => underWay(db).select('submission.letter_id')

/** The one way of a letter that is not over. */
export const livingSubmission = (db: Db, letterId: string): Promise<Submission | undefined> =>
  underWay(db).selectAll().where('letter_id', '=', letterId).executeTakeFirst()
