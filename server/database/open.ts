import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DatabaseTrouble } from './transactions.ts'
import { serveEmbedded, type Watch, shareEmbedded } from './embedded.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MoneyMode } from '@lacre/letter/price/money.ts'

export type Database = {
  db: Db
  /** For libraries that speak `pg` themselves. Everything of ours goes through `db`. */
  pool: pg.Pool
  /** Whoever closes last stops the embedded server too. */
  close(): Promise<void>
}

/** `installation`: which of those that may share an account of the card provider. */
export type InstalledDatabase = Database & { installation: string }

/** The PostgreSQL at `url`, else the embedded one with its data in `dir`. */
type Where = {
  url?: string | undefined
  dir: string
  /** Where nothing is yet, an installation is made. */
  create?: boolean
  /** For the one process that serves from `dir`. */
  watch?: Watch | undefined
}

/** `connectionTimeoutMillis`: for a connection that comes free, too; without it callers wait for ever. */
const limits = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  connectionTimeoutMillis: 10_000,
}
const usualConnections = 12

/** The server alone: nothing in its database is looked at or migrated. */
export async function reachDatabase({ url, dir, create = false, watch }: Where): Promise<Reached> {
  if (url) return { at: { connectionString: url }, leave: () => Promise.resolve() }
  const embedded = watch ? await serveEmbedded({ dir, watch }) : await shareEmbedded({ dir, create })
  return { at: embedded.connection, leave: () => embedded.leave() }
}
type Reached = { at: pg.PoolConfig; leave(): Promise<void> }

/** Migrates first. `onLost` hears error codes only: messages may quote values. @throws DatabaseTrouble */
export async function openDatabase(
  where: Where & { connections?: number; onLost?: (code: string) => void },
): Promise<Database> {
  const reached = await reachDatabase(where)
  const { at } = reached
  const onLost = where.onLost ?? (() => {})
  try {
    await migrateApart(at, { create: where.create ?? false, onLost })
  } catch (error) {
    await reached.leave()
    throw error
  }
  let closing = false // pool.end() resolves before the last sockets are closed
  const max = where.connections ?? usualConnections
  const { db, pool } = connect({ ...at, ...limits, max }, (code) => closing || onLost(code))
  return {
    db,
    pool,
    async close() {
      closing = true
      await db.destroy()
      await reached.leave()
    },
  }
}

/** Without time limits: nodes wait for the lock while another one migrates. */
async function migrateApart(
  at: pg.PoolConfig,
  { create, onLost }: { create: boolean; onLost: (code: string) => void },
) {
  await onOneConnection(
    at,
    async ({ db }) => {
      if (!create && !(await migrationsDone(db)).length)
        throw new DatabaseTrouble(
          'no-installation',
          'DATABASE_URL names a database without an installation. Only npm start and restore make one.',
        )
      await migrate(db)
    },
    onLost,
  )
}

/** On a pool of one connection, which is gone when the work is done. */
export async function onOneConnection<T>(
  at: pg.PoolConfig,
  work: (on: { db: Db; pool: pg.Pool }) => Promise<T>,
  onLost: (code: string) => void = () => {},
): Promise<T> {
  const on = connect({ ...at, max: 1 }, onLost)
  try {
    return await work(on)
  } finally {
    await on.db.destroy()
  }
}

export function connect(config: pg.PoolConfig, onLost: (code: string) => void): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool(config)
  // Without a handler a restart of the database ends this process.
  pool.on('error', (error) => onLost((error as { code?: string }).code ?? 'connection-lost'))
  // And while one is in use between two statements nobody listens: the next statement fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

const folder = join(import.meta.dirname, 'migrations')
const [first, schema] = ['0001', join(import.meta.dirname, 'schema.sql')]

/** The schema, then `NNNN_name.sql`, in order. A new file sorts after the last one executed. */
export const migrationNames = (): string[] => [
  first,
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort(),
]

/** In order; empty for a new database. */
export async function migrationsDone<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.migration') is not null as there`.execute(db)
  if (!found[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from migration order by name collate "C"`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** In one transaction: several nodes may start at once. @throws DatabaseTrouble for a newer database */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx) // it counts while another node migrates
    await sql`select pg_advisory_xact_lock(hashtext('migrate'))`.execute(tx)
    const [names, done] = [migrationNames(), await migrationsDone(tx)]
    const newer = done.findLast((name) => !names.includes(name))
    if (newer)
      throw new DatabaseTrouble(
        'newer-version',
        `The database was made by a newer version of Lacre (${newer}): start that version, or restore a backup from before it.`,
      )
    for (const name of names.filter((name) => !done.includes(name))) {
      await sql.raw(readFileSync(name === first ? schema : join(folder, name), 'utf8')).execute(tx)
      await sql`insert into migration (name) values (${name})`.execute(tx)
    }
  })
}

/**
 * Writes down what the database is for at its first use, and says what it is for ever after. Letters "paid" in the
 * sandbox or with test cards, and accounts anybody may open there, have no place in a real installation
 * (design/trust.md#never-printed-unpaid).
 */
export async function databaseMode(db: Db, wanted: MoneyMode): Promise<MoneyMode> {
  await db
    .insertInto('installation_mode')
    .values({ only_row: true, mode: wanted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('installation_mode').select('mode').executeTakeFirstOrThrow()).mode
}

/** Which of the installations that may share an account of the card provider; after `databaseMode`. */
export async function installationId(db: Db): Promise<string> {
  return (await db.selectFrom('installation_mode').select('installation').executeTakeFirstOrThrow())
    .installation
}

/** What of the test is under way: refunds that have not arrived, and payments of ended letters that could still be made. */
type UnderWay = { letters: number; refunds: number; payments: number }

/**
 * From test money to live, by a person's own command. Not while a letter paid with test cards, or one of which that is
 * not known, could still be paid for or printed, nor while the provider has to be asked about test money: live keys know
 * nothing of it. And nothing leads out of the sandbox or back from live.
 */
export function makeLive(db: Db): Promise<'live' | 'not-test' | UnderWay> {
  return db.transaction().execute(async (tx) => {
    const { mode } = await tx
      .selectFrom('installation_mode')
      .select('mode')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (mode !== 'test') return 'not-test'
    const left = await underWay(tx)
    if (left.letters || left.refunds || left.payments) return left
    await tx.updateTable('installation_mode').set({ mode: 'live' }).execute()
    return 'live'
  })
}

async function underWay(tx: Tx): Promise<UnderWay> {
  const { rows } = await sql<UnderWay>`
    with unfinished as (
      select id from letter where state in ('frozen', 'paid', 'batched', 'printed', 'needs-person'))
    select (select count(*)::int from unfinished) as letters,
      (select count(*)::int from payment_money
        where asked in ('asked', 'pending') and dispute is distinct from 'lost') as refunds,
      (select count(distinct order_id)::int from payment
        where state = 'open' and letter_id not in (select id from unfinished)) as payments`.execute(tx)
  return rows[0]!
}
