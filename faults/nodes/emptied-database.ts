import type { Cluster } from './cluster.ts'

const made = new Map<string, Cluster>()
/** Tables whose rows come from the template. */
const kept = `'migration', 'installation_mode'`

export const nameOf = (lane: number): string => `stories_${process.pid}_${lane}`

/**
 * An empty, migrated database for each lane, made once and then emptied. Copying the template each time would take longer
 * than most stories.
 */
export async function emptiedDatabase(cluster: Cluster, template: string, lane = 0): Promise<string> {
  const name = nameOf(lane)
  if (made.get(name) === cluster) {
    const tables = await cluster.query<{ name: string }>(
      name,
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in (${kept})`,
    )
    // As a replica: without triggers and foreign keys.
    const deletes = tables.map(({ name }) => `delete from ${name}`)
    await cluster.query(name, ['set session_replication_role = replica', ...deletes].join('; '))
    return name
  }
  await cluster.make(name, template)
  made.set(name, cluster)
  return name
}
