import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../database/open.ts'
import { systemRandom } from '../outside/clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testBareApp } from '../testing/bare-app.ts'
import {
  databaseMetrics,
  healthRoutes,
  measureCardCalls,
  measureRequests,
  metricsRoute,
  processMetrics,
} from './health.ts'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aLetter } from '../testing/factories.ts'

test('a server is ready while its database answers and it does not end', async () => {
  const { at } = await testDatabase()
  const { db } = connect({ ...at, max: 1 }, () => {})
  const app = testBareApp()
  let isClosing = false
  healthRoutes(app, { db, isClosing: () => isClosing })
  const ask = async () => [
    (await app.inject('/healthz')).statusCode,
    (await app.inject('/readyz')).statusCode,
  ]
  expect(await ask()).toEqual([200, 200])
  isClosing = true
  expect(await ask()).toEqual([200, 503])
  isClosing = false
  await db.destroy()
  expect(await ask()).toEqual([200, 503])
})

const root = join(import.meta.dirname, '..', '..')

/** A server that was called, and what it says of itself. */
async function metricsServer() {
  const { db, pool } = await testDatabase()
  const app = testBareApp()
  const registry = processMetrics(pool)
  databaseMetrics({ db, checks: ['disk', 'mail'] }, registry)
  measureRequests(app, registry)
  measureCardCalls(registry)({ status: 401, elapsed: 200 })
  metricsRoute(app, { registry, token: 'secret' })
  app.get('/letters/:id', () => ({}))
  onTestFinished(() => app.close())
  const ask = (authorization = 'Bearer secret') => app.inject({ url: '/metrics', headers: { authorization } })
  return { db, app, ask }
}

test('metrics require the token', async () => {
  const { ask } = await metricsServer()
  expect([(await ask('Bearer other')).statusCode, (await ask('')).statusCode]).toEqual([404, 404])
  expect((await ask()).statusCode).toBe(200)
})

test('metrics count requests, provider calls, letters and queues, and name no person', async () => {
  const { db, app, ask } = await metricsServer()
  await aLetter(db)
  await sql`insert into alarm (kind, since, said_at) values ('disk', now(), now())`.execute(db)
  const mail = {
    kind: 'posted',
    recipient: 'ana@example.org',
    data: '{}',
    next_at: new Date(),
    created_at: new Date(),
  }
  await db
    .insertInto('mail')
    .values([
      { ...mail, id: systemRandom.uuid(), key: 'a' },
      { ...mail, id: systemRandom.uuid(), key: 'b', given_up_at: new Date() },
    ])
    .execute()
  await app.inject('/letters/of-ana?token=secret')
  await app.inject('/nowhere/of-ana')
  const text = (await ask()).payload
  for (const line of [
    'lacre_http_request_duration_seconds_count{method="GET",route="/letters/:id",status="200"} 1',
    'lacre_http_request_duration_seconds_count{method="any",route="unknown",status="404"} 1',
    'lacre_card_provider_call_duration_seconds_count{status="401"} 1',
    'lacre_check{name="disk"} 0',
    'lacre_check{name="mail"} 1',
    'lacre_letters{state="paid"} 1',
    'lacre_letters{state="posted"} 0',
    'lacre_mail_waiting{kind="posted"} 1',
    'lacre_backup_last_timestamp_seconds 0',
    'lacre_database_requests_waiting 0',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).not.toContain('of-ana')
  expect(text).not.toContain('example.org')
})

test('names follow the convention of Prometheus: help, type, and a unit or _total where they belong', async () => {
  const { ask } = await metricsServer()
  const text = (await ask()).payload
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }))
  expect(types.length).toBeGreaterThan(30)
  for (const { name, type } of types) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
    expect(name).toMatch(/^[a-z][a-z0-9_]*[a-z0-9]$/)
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  }
})

test('what deploy/alerts.yml asks for exists', async () => {
  const { ask } = await metricsServer()
  const text = (await ask()).payload
  const asked = [
    ...readFileSync(join(root, 'deploy/alerts.yml'), 'utf8').matchAll(
      /\b(lacre_\w+|nodejs_\w+|process_\w+)\b/g,
    ),
  ].map(([name]) => name.replace(/_(bucket|count)$/, ''))
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
})

test('each alert has its paragraph in docs/operating.md', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const alerts = [...read('deploy/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const runbooks = [...read('deploy/alerts.yml').matchAll(/runbook: docs\/operating.md#alert-(\w+)/g)]
  const anchors = [...read('docs/operating.md').matchAll(/<a id="alert-(\w+)">/g)]
  expect(runbooks.map(([, name]) => name)).toEqual(alerts)
  expect(anchors.map(([, name]) => name)).toEqual(alerts)
})
