import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbedded } from './embedded/supervisor.ts'
import { migrate } from './migrate.ts'
import type { Db, Tables } from './tables.ts'

export type Database = {
  db: Db
  /** For libraries that speak `pg` themselves. Everything of ours goes through `db`. */
  pool: pg.Pool
  /** Stops the embedded server too, unless another process started it and `keepAdopted`. */
  close(options?: KeepAdopted): Promise<void>
}

/** A server left running by a killed process is ours to stop; one that another process uses is not. */
type KeepAdopted = { keepAdopted?: boolean }

const limits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

export type Reached = {
  at: pg.PoolConfig
  /** The same. */
  leave(options?: KeepAdopted): Promise<void>
}

/** The server alone: nothing in its database is looked at or migrated. */
export async function reachDatabase(
  where: KeepAdopted & { url?: string | undefined; dir: string },
): Promise<Reached> {
  const embedded = where.url ? undefined : await startEmbedded({ dir: where.dir })
  return {
    at: embedded ? embedded.connection : { connectionString: where.url },
    async leave({ keepAdopted } = where) {
      if (embedded && !(embedded.adopted && keepAdopted)) await embedded.stop()
    },
  }
}

/**
 * One way in for both: the PostgreSQL at `url`, else the embedded one with its data in `dir`. Migrates first.
 * `onLost` hears of idle connections that broke, by their error code only: messages may quote values.
 */
export async function openDatabase(
  where: KeepAdopted & { url?: string | undefined; dir: string; onLost?: (code: string) => void },
): Promise<Database> {
  const reached = await reachDatabase(where)
  const { at } = reached
  const onLost = where.onLost ?? (() => {})
  await migrateApart(at, onLost)

  let closing = false // pool.end() resolves before the last sockets are closed
  const { db, pool } = connect({ ...at, ...limits, max: 12 }, (code) => closing || onLost(code))
  return {
    db,
    pool,
    async close(options) {
      closing = true
      await db.destroy()
      await reached.leave(options)
    },
  }
}

/** On a pool of its own without time limits: nodes wait for the lock while another one migrates. */
async function migrateApart(at: pg.PoolConfig, onLost: (code: string) => void) {
  const { db } = connect({ ...at, max: 1 }, onLost)
  try {
    await migrate(db)
  } finally {
    await db.destroy()
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
