import { inSeconds, minutes } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import type { Db, Row } from '../../database/tables.ts'

/** Whose turn it is to reconcile; `lease` is the fencing token. */
export type Turn = Pick<Row<'reconciliation'>, 'read_until' | 'compared_at'> & { lease: string }

/** Longer than a call to the provider with its tries; whoever lives renews it each minute. */
const leased = inSeconds(minutes(3))

/** On one node at a time. What a killed one held is free when its time is over; no lock is held meanwhile. */
export async function takeTurn(db: Db): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    insert into reconciliation (lease, lease_until)
    values (gen_random_uuid(), now() + make_interval(secs => ${leased}))
    on conflict (id) do update set lease = excluded.lease, lease_until = excluded.lease_until
      where reconciliation.lease_until is null or reconciliation.lease_until < now()
    returning read_until, compared_at, lease`.execute(db)
  return rows[0]
}

export const renewTurn = (db: Db, { lease }: Turn) =>
  db
    .updateTable('reconciliation')
    .set({ lease_until: sql<Date>`now() + make_interval(secs => ${leased})` })
    .where('lease', '=', lease)
    .execute()

/** Of two that took a turn for theirs, the lease lets only the later one write. */
export const noteRead = (db: Db, { lease }: Turn, until: Date) =>
  db.updateTable('reconciliation').set({ read_until: until }).where('lease', '=', lease).execute()

export const noteCompared = (db: Db, { lease }: Turn, at: Date) =>
  db.updateTable('reconciliation').set({ compared_at: at }).where('lease', '=', lease).execute()

export const endTurn = (db: Db, { lease }: Turn) =>
  db
    .updateTable('reconciliation')
    .set({ lease: null, lease_until: null })
    .where('lease', '=', lease)
    .execute()
