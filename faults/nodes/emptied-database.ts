import type { Cluster } from './cluster.ts'

const made = new Map<string, Cluster>()
/** What a template comes with. */
const kept = `'migration', 'installation_mode'`

export const nameOf = (lane: number): string => `stories_${process.pid}_${lane}`

/**
 * An empty, migrated database: made once, and emptied for whoever comes next. Copying the template each time costs
 * more than most stories. Each lane has its own.
 */
export async function emptiedDatabase(cluster: Cluster, template: string, lane = 0): Promise<string> {
  const name = nameOf(lane)
  if (made.get(name) === cluster) {
    const tables = await cluster.query<{ name: string }>(
      name,
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in (${kept})`,
    )
    // As a replica: triggers and foreign keys are for what the server writes.
    const deletes = tables.map(({ name }) => `delete from ${name}`)
    await cluster.query(name, ['set session_replication_role = replica', ...deletes].join('; '))
    return name
  }
  await cluster.make(name, template)
  made.set(name, cluster)
  return name
}
