import type { Cluster } from './cluster.ts'

const made = new Map<Cluster, string>()
/** What a template comes with. */
const kept = `'kysely_migration', 'kysely_migration_lock', 'house_mode'`

/**
 * An empty database of a real house: made once, and emptied for whoever comes next. Copying the template each time costs
 * more than most stories.
 */
export async function emptiedDatabase(cluster: Cluster, template: string): Promise<string> {
  const known = made.get(cluster)
  if (known) {
    const tables = await cluster.query<{ name: string }>(
      known,
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in (${kept})`,
    )
    // Whatever forbids it, and whatever follows from it, is for those who live in the house.
    const deletes = tables.map(({ name }) => `delete from ${name}`)
    await cluster.query(known, ['set session_replication_role = replica', ...deletes].join('; '))
    return known
  }
  const name = `stories_${process.pid}`
  await cluster.make(name, template)
  made.set(cluster, name)
  return name
}
