// @module-tag long
import { sql } from 'kysely'
import { onTestFinished, test as always, expect } from 'vitest'
import { createLimits } from '../http/limits.ts'
import { startSentence } from '../start-trouble.ts'
import { hasPgBouncer } from './testing/pgbouncer-path.ts'
import { startPgBouncer } from './testing/pgbouncer.ts'
import { testDatabase } from '../testing/test-database.ts'
import { exclusively } from './transactions.ts'
import { migrationNames, openDatabase } from './open.ts'

const test = always.runIf(hasPgBouncer)

const ignoring = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout'

/** A server's connections, and those of a second one, to an installation behind PgBouncer. */
async function behindPooler({ isEmpty = false } = {}) {
  const { at, db } = await testDatabase(isEmpty ? 'template1' : undefined)
  const url = await startPgBouncer(at, [ignoring])
  const open = async () => {
    const database = await openDatabase({ url, dir: '', create: true })
    onTestFinished(() => database.close())
    return database
  }
  return { db, open }
}

test('nodes that start at once migrate behind a pooler, and so do those that start later', async () => {
  const { db, open } = await behindPooler({ isEmpty: true })
  const nodes = await Promise.all([open(), open(), open()])
  nodes.push(await open())
  for (const node of nodes)
    expect((await sql`select name from migration`.execute(node.db)).rows).toHaveLength(
      migrationNames().length,
    )
  // Other tests migrate databases of their own in the same cluster meanwhile.
  const held = await sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  expect(held.rows).toEqual([])
})

test('what one at a time may do is refused to a second, and free as soon as it is done', async () => {
  const { open } = await behindPooler()
  const [one, other] = [await open(), await open()]
  for (let turn = 0; turn < 4; turn++) {
    const outcome = await exclusively(one.db, 'work', async () => {
      await sql`select 1`.execute(one.db)
      return [await exclusively(other.db, 'work', () => Promise.resolve('twice'))]
    })
    expect(outcome).toEqual(['locked'])
  }
})

test('what fails lets the next one in', async () => {
  const { open } = await behindPooler()
  const { db } = await open()
  const failing = exclusively(db, 'work', () => Promise.reject(new Error('half-way')))
  await expect(failing).rejects.toThrow('half-way')
  expect(await exclusively(db, 'work', () => Promise.resolve('done'))).toBe('done')
})

test('tries are counted as one, whichever node and connection counts them', async () => {
  const { open } = await behindPooler()
  const nodes = [await open(), await open()]
  const limits = nodes.map(({ pool }) => createLimits(pool).registrations)
  for (let turn = 0; turn < 5; turn++) for (const limit of limits) await limit.take('ana')
  for (const limit of limits) await expect(limit.take('ana')).rejects.toMatchObject({ statusCode: 429 })
  await limits[0]?.forgive('ana')
  await limits[1]?.check('ana')
})

test('a PgBouncer that lacks its setting is named in one sentence', async () => {
  const { at } = await testDatabase()
  const url = await startPgBouncer(at, [])
  const database = await openDatabase({ url, dir: '' })
  onTestFinished(() => database.close())
  const failure: unknown = await sql`select 1`.execute(database.db).catch((error: unknown) => error)
  expect(startSentence(failure)).toMatch(/^DATABASE_URL names a PgBouncer .*ignore_startup_parameters[^\n]*$/)
})
