import { connect, migrate } from '../../server/database/open.ts'
import type { Cluster } from './cluster.ts'

/** A migrated, empty database of a real server, to make others from. */
export async function makeTemplate(cluster: Cluster, name = 'faults_template'): Promise<string> {
  await cluster.make(name)
  const { db } = connect({ ...cluster.at(name), max: 1 }, () => {})
  await migrate(db)
  await db.destroy()
  await cluster.query(name, `insert into installation_mode (mode) values ('live')`)
  return name
}
