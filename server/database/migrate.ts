import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { DatabaseTrouble } from './transactions.ts'

const folder = join(import.meta.dirname, 'migrations')
const [first, schema] = ['0001', join(import.meta.dirname, 'schema.sql')]

/** The schema, then `NNNN_name.sql`, in order. A new file sorts after the last one executed. */
export const migrationNames = (): string[] => [
  first,
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort(),
]

/** In order; none for a database nobody has used yet. */
export async function migrationsDone<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.migration') is not null as there`.execute(db)
  if (!found[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from migration order by name collate "C"`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** What a newer version of Lacre has done last, which this one knows nothing of. */
export async function newerMigration<Tables>(db: Kysely<Tables>): Promise<string | undefined> {
  const known = new Set(migrationNames())
  return (await migrationsDone(db)).filter((name) => !known.has(name)).at(-1)
}

/**
 * Runs what is pending, in one transaction: several nodes may start at once.
 * @throws DatabaseTrouble when the database is of a newer version
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx) // it counts while another node migrates
    await sql`select pg_advisory_xact_lock(hashtext('migrate'))`.execute(tx)
    const newer = await newerMigration(tx)
    if (newer)
      throw new DatabaseTrouble(
        'newer-version',
        `The database was made by a newer version of Lacre (${newer}): start that version, or restore a backup from before it.`,
      )
    const done = await migrationsDone(tx)
    for (const name of migrationNames().filter((name) => !done.includes(name))) {
      await sql.raw(readFileSync(name === first ? schema : join(folder, name), 'utf8')).execute(tx)
      await sql`insert into migration (name) values (${name})`.execute(tx)
    }
  })
}
