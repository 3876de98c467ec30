import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTypesetter } from '../../server/typesetting/pool.ts'
import type { Typesetter } from '../../server/typesetting/typesetter.ts'
import { openCluster, programsOf, type Cluster } from '../nodes/cluster.ts'
import { makeTemplate } from '../nodes/template.ts'

/** A crash of the server is not a power cut: the operating system keeps its writes. Without fsync the run is much faster. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export type Fixtures = { cluster: Cluster; template: string; typesetter: Typesetter }

/** Starts a PostgreSQL and a typesetter for servers in this process. */
export async function withFixtures<Result>(
  postgres: 'embedded' | '15',
  work: (fixtures: Fixtures) => Promise<Result>,
): Promise<Result> {
  const programs = programsOf(postgres)
  if (!programs) throw new Error(`there is no PostgreSQL ${postgres} on this machine`)
  const cluster = await openCluster(mkdtempSync(join(tmpdir(), 'lacre-pg-')), programs, quick)
  const typesetter = createTypesetter({ size: 1 })
  try {
    return await work({ cluster, template: await makeTemplate(cluster), typesetter })
  } finally {
    await typesetter.close()
    await cluster.stop()
  }
}
