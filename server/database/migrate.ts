import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { DatabaseTrouble } from './transactions.ts'
import { Migrator, type Migration } from 'kysely/migration'

const folder = join(import.meta.dirname, 'migrations')

/** `NNNN_name.sql`, in order. A new file sorts after the last one executed. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** In order; none for a database nobody has used yet. */
export async function migrationsDone<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(db)
  if (!found[0]?.there) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

function readMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    migrationNames().map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]
    }),
  )
}

/** What a newer version of Lacre has done last, which this one knows nothing of. */
export async function newerMigration<Tables>(db: Kysely<Tables>): Promise<string | undefined> {
  const known = new Set(migrationNames())
  return (await migrationsDone(db)).filter((name) => !known.has(name)).at(-1)
}

/** Kysely's own number: a node of an older version takes it, too. */
const migrating = sql.lit(3853314791062309107n)

/**
 * Runs what is pending, in one transaction: several nodes may start at once. `upTo` leaves out what comes after it.
 * @throws DatabaseTrouble when the database is of a newer version
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  { upTo }: { upTo?: string | undefined } = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx) // it counts while another node migrates
    await sql`select pg_advisory_xact_lock(${migrating})`.execute(tx)
    const newer = await newerMigration(tx)
    if (newer)
      throw new DatabaseTrouble(
        'newer-version',
        `The database was made by a newer version of Lacre (${newer}): start that version, or restore a backup from before it.`,
      )
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: () => Promise.resolve(readMigrations()) },
    })
    const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    if (error) throw error
  })
}
