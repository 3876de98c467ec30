import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

const folder = join(import.meta.dirname, 'migrations')

/** `NNNN_name.sql`, in order. A new file sorts after the last one executed. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

function readMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    migrationNames().map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]
    }),
  )
}

/**
 * Runs what is pending, in one transaction, under Kysely's session-level advisory lock: several nodes may start at
 * once. `db` must have no statement time limit, since waiting for the lock counts against it. `upTo` leaves out what
 * comes after it.
 */
export async function migrate<Tables>(db: Kysely<Tables>, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(readMigrations()) } })
  const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (error) throw error
}
