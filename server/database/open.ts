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
  /** For libraries that need `pg`; our own code uses `db`. */
  pool: pg.Pool
  /** The last user to close stops the embedded server too. */
  close(): Promise<void>
}

/** `installation`: identifies this one among installations that share a card provider's account. */
export type InstalledDatabase = Database & { installation: string }

/** The PostgreSQL at `url`, else the embedded one with its data in `dir`. */
type Where = {
  url?: string | undefined
  dir: string
  /** Makes a missing installation. */
  create?: boolean
  /** For the one process that serves from `dir`. */
  watch?: Watch | undefined
}

/** `connectionTimeoutMillis` also limits waiting for a free connection, which is unlimited otherwise. */
const limits = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  connectionTimeoutMillis: 10_000,
}
const usualConnections = 12

/** Reaches the server; reads and migrates nothing. */
export async function reachDatabase({ url, dir, create = false, watch }: Where): Promise<Reached> {
  if (url) return { at: { connectionString: url }, leave: () => Promise.resolve() }
  const embedded = watch ? await serveEmbedded({ dir, watch }) : await shareEmbedded({ dir, create })
  return { at: embedded.connection, leave: () => embedded.leave() }
}
type Reached = { at: pg.PoolConfig; leave(): Promise<void> }

/** Migrates first. `onLost` gets error codes only: messages may quote values. @throws DatabaseTrouble */
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

/** Without time limits: nodes wait for the lock while another migrates. */
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

/** On a pool of one connection, closed afterwards. */
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
  // Without a handler a restart of the database would end this process.
  pool.on('error', (error) => onLost((error as { code?: string }).code ?? 'connection-lost'))
  // An error between two statements has no handler otherwise; the next statement fails, which is enough.
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
 * Stores the mode at first use, and answers the stored one ever after. Letters paid in the sandbox or with test cards,
 * and the sandbox's open accounts, must not exist in a live installation (design/trust.md#never-printed-unpaid).
 */
export async function databaseMode(db: Db, wanted: MoneyMode): Promise<MoneyMode> {
  await db
    .insertInto('installation_mode')
    .values({ only_row: true, mode: wanted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('installation_mode').select('mode').executeTakeFirstOrThrow()).mode
}

/** Identifies this installation at a shared card provider's account; call it after `databaseMode`. */
export async function installationId(db: Db): Promise<string> {
  return (await db.selectFrom('installation_mode').select('installation').executeTakeFirstOrThrow())
    .installation
}

/** Test data still in progress: pending refunds, and ended letters with a payable intent. */
type UnderWay = { letters: number; refunds: number; payments: number }

/**
 * Switches from test money to live, by command. Refused while a letter paid with test cards, or of unknown mode, could
 * still be paid or printed, or while the provider must be asked about test money, which live keys cannot see. The
 * sandbox never becomes live, and live never changes back.
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
