/**
 * `node faults/mutants/play-story.ts <folder of the database> <template> <seed> <story>`, started inside a copy of the project:
 * plays one story on the server of that copy. Its last line has the violations as JSON.
 */
import pg from 'pg'
import { createTypesetter } from '../../server/typesetting/pool.ts'
import { violationsOf } from '../check/check.ts'
import type { Cluster } from '../nodes/cluster.ts'
import { nameOf } from '../nodes/emptied-database.ts'
import { makeTemplate } from '../nodes/template.ts'
import { inTime } from '../stories/in-time.ts'
import { play } from '../stories/play.ts'
import { seedOf } from '../seed.ts'

const [folder = '', given = '', seed = '1', story = ''] = process.argv.slice(2)
const at = (database: string) => ({ host: folder, port: 5432, user: 'app', database })
const never = () => Promise.reject(new Error('the database is not ours to stop'))
const cluster: Cluster = {
  version: '',
  at,
  url: () => '',
  async query<Row extends pg.QueryResultRow>(database: string, sql: string, values: unknown[] = []) {
    const client = new pg.Client(at(database))
    await client.connect()
    try {
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end()
    }
  },
  make: async (database, template) =>
    void (await cluster.query(
      'postgres',
      `create database ${database} ${template ? `template ${template}` : ''}`,
    )),
  isUp: () => true,
  strike: never,
  start: never,
  stop: never,
}
const template = given || (await makeTemplate(cluster, `template_${process.pid}`))
const typesetter = createTypesetter({ size: 1 })
const played = play(story, { cluster, template, typesetter, seed: seedOf(Number(seed)) })
const violations = violationsOf((await inTime(story, played)).checked)
await typesetter.close()
await cluster.query('postgres', `drop database ${nameOf(0)} with (force)`)
if (!given) await cluster.query('postgres', `drop database ${template}`)
console.log(JSON.stringify(violations))
process.exit(0)
