import { connect, migrate } from '../../server/database/open.ts'
import type { Cluster } from './cluster.ts'

/** Makes a migrated, empty database, the template of the others. */
export async function makeTemplate(cluster: Cluster, name = 'faults_template'): Promise<string> {
  await cluster.make(name)
  const { db } = connect({ ...cluster.at(name), max: 1 }, () => {})
  await migrate(db)
  await db.destroy()
  await cluster.query(name, `insert into installation_mode (mode) values ('live')`)
  return name
}
