import { inSeconds, milliseconds, type Ms } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

/** A leased job: `lease` is the fencing token, `payload` holds ids only. */
export type Job = {
  id: string
  kind: string
  key: string
  payload: Record<string, unknown>
  attempts: number
  lease: string
}

const maxAttempts = 20

/** Another worker has the lease: this worker's effects must not be committed. */
export class LeaseLost extends Error {}

/**
 * Call it in the transaction that changes the state. A duplicate (kind, key) is dropped, even after the job is done.
 * `after`: the delay.
 */
export async function enqueue(
  tx: Db | Tx,
  kind: string,
  key: string,
  payload: object = {},
  { givesUp = true, after = milliseconds(0) }: { givesUp?: boolean; after?: Ms } = {},
) {
  const run_at = sql<Date>`now() + make_interval(secs => ${inSeconds(after)})`
  await tx
    .insertInto('job')
    .values({ kind, key, payload: JSON.stringify(payload), gives_up: givesUp, run_at })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .execute()
}

/** Makes a done or waiting job due now. A worker on it loses its lease. */
export async function enqueueAgain(tx: Tx, kind: string, key: string): Promise<void> {
  await tx
    .updateTable('job')
    .set({ done_at: null, dead_at: null, lease: null, lease_until: null, run_at: sql`now()`, attempts: 0 })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}

/**
 * Leases up to `count` due jobs, including those with an expired lease. No transaction stays open during the work.
 * Materialized: else the planner may run the subselect again and lease more than `count`.
 */
export async function claim(db: Db, kind: string, count: number, leaseSeconds: number): Promise<Job[]> {
  const claimed = await sql<Job>`
    with next as materialized (
      select id from job
      where kind = ${kind} and done_at is null and dead_at is null and run_at <= now() and (attempts < ${maxAttempts} or not gives_up)
        and (lease_until is null or lease_until < now())
      order by run_at, id limit ${count} for update skip locked)
    update job set attempts = attempts + 1, lease = gen_random_uuid(),
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from next where job.id = next.id
    returning job.id, kind, key, payload, attempts, lease`.execute(db)
  return claimed.rows
}

/**
 * Commits the effects and marks the job done in one transaction, fenced by the lease. @throws LeaseLost; nothing is
 * committed then.
 */
export async function complete(db: Db, job: Job, effects: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const mine = await tx
      .updateTable('job')
      .set({ done_at: sql`now()`, lease: null, lease_until: null, error: null })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .where('done_at', 'is', null)
      .executeTakeFirst()
    if (mine.numUpdatedRows !== 1n) throw new LeaseLost(job.id)
    await effects(tx)
  })
}

/** Retries after 2, 4, 8 … s, at most an hour; after the last attempt the job is dead. `reason`: no personal data. */
export async function fail(db: Db, job: Job, reason: string): Promise<void> {
  await sql`
    update job set error = ${reason.slice(0, 500)}, lease = null, lease_until = null,
      run_at = now() + make_interval(secs => least(3600, 2 ^ least(attempts, 12))),
      dead_at = case when attempts >= ${maxAttempts} and gives_up then now() end
    where id = ${job.id} and lease = ${job.lease}`.execute(db)
}

/** Gives up jobs that killed their worker each time, since those never reach `fail`. */
export async function giveUpCrashingJobs(db: Db): Promise<number> {
  const givenUp = await sql`
    update job set dead_at = now(), lease = null, lease_until = null,
      error = coalesce(error, 'its worker vanished each time')
    where done_at is null and dead_at is null and attempts >= ${maxAttempts} and gives_up and lease_until < now()`.execute(
    db,
  )
  return Number(givenUp.numAffectedRows ?? 0n)
}

/** Deletes jobs done before `before`; answers the number of rows. Their keys can be used again. */
export async function forgetDone(db: Db, kinds: string[], before: Date): Promise<number> {
  const gone = await db
    .deleteFrom('job')
    .where('kind', 'in', kinds)
    .where('done_at', '<=', before)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
