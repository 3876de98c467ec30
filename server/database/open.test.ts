// @module-tag long
import { join } from 'node:path'
import { fork } from 'node:child_process'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { seconds } from '@lacre/letter/days.ts'
import { known } from '../http/answers.ts'
import { testBareApp } from '../testing/bare-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { clusterFolder } from './testing/cluster-folder.ts'
import { migrationNames, openDatabase } from './open.ts'

test('what was committed is there after the process that wrote it was killed, and the server is found again', async () => {
  const dir = clusterFolder()
  const writer = fork(join(import.meta.dirname, '..', 'testing', 'write-and-wait.ts'), [dir])
  await new Promise((written) => writer.once('message', written))
  writer.kill('SIGKILL')
  await new Promise((gone) => writer.once('exit', gone))

  const again = await openDatabase({ dir })
  onTestFinished(() => again.close())
  const { rows } = await sql<{ key: string }>`select key from job`.execute(again.db)
  expect(rows).toEqual([{ key: 'acknowledged' }])
})

test('three nodes that start at once on one empty folder share one migrated database', async () => {
  const dir = clusterFolder()
  const nodes = await Promise.all([1, 2, 3].map(() => openDatabase({ dir, create: true })))
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))))
  for (const { db } of nodes)
    expect((await sql`select 1 from migration`.execute(db)).rows).toHaveLength(migrationNames().length)
})

const urlOf = ({ connectionString, database, host, user }: pg.ClientConfig) =>
  connectionString ?? `postgres:///${database}?host=${encodeURIComponent(host!)}&user=${user}`

test('three nodes that start at once on one empty PostgreSQL all migrate it', async () => {
  const { at } = await testDatabase('template1')
  const url = urlOf(at)
  await expect(openDatabase({ url, dir: '' })).rejects.toMatchObject({ code: 'no-installation' })
  const nodes = await Promise.all([1, 2, 3].map(() => openDatabase({ url, dir: '', create: true })))
  const { rows } = await sql`select 1 from letter`.execute(nodes[0]!.db)
  expect(rows).toEqual([])
  await Promise.all(nodes.map((node) => node.close()))
})

test('a database of a newer version is left alone, in one sentence', async () => {
  const { db, at } = await testDatabase()
  await sql`insert into migration (name) values ('9999_newer.sql')`.execute(db)
  await expect(openDatabase({ url: urlOf(at), dir: '' })).rejects.toThrow(
    /^The database was made by a newer version of Lacre \(9999_newer.sql\): start that version[^\n]*$/,
  )
})

test('a connection that breaks between two statements ends its transaction, never the process (database restart)', async () => {
  const { db, pool } = await testDatabase()
  const ended = new Promise((end) => pool.once('connect', (client) => client.once('end', end)))
  const died: unknown[] = []
  const note = (error: unknown) => died.push(error)
  process.prependListener('uncaughtExceptionMonitor', note)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
    await ended
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow()
  expect(died).toEqual([])
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('who waits for a connection is answered within seconds, in words, when none comes free', async () => {
  const { at } = await testDatabase()
  const database = await openDatabase({ url: urlOf(at), dir: 'unused', connections: 1 })
  onTestFinished(() => database.close())
  const { db } = database
  const app = testBareApp()
  app.get('/accounts', () => db.selectFrom('account').select('id').execute())
  onTestFinished(() => void vi.useRealTimers())
  await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = app.inject('/accounts')
    await expect.poll(() => database.pool.waitingCount).toBe(1)
    await vi.advanceTimersByTimeAsync(seconds(30))
    const { statusCode, body } = await answer
    expect([statusCode, JSON.parse(body)]).toEqual([503, { detail: known[503] }])
  })
})
