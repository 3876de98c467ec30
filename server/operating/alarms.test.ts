// @module-tag long
import { days, hours, minutes } from '@lacre/letter/days.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { raiseIssue } from '../database/issues.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import { aLetter, aPayment } from '../testing/factories.ts'
import { alarmApp, tryJobsNow } from '../testing/alarms/alarm-app.ts'
import { alarmKinds, type AlarmKind } from './checks.ts'
import { observe, type Observed } from './observations.ts'
import { queueMail } from '../mail/outbox.ts'

type App = Awaited<ReturnType<typeof alarmApp>>
const issue = { kind: 'dispute', letterId: null, reference: 'dp_1', note: 'x' } as const
const writeToAna = (db: Db, deps: App['deps']) =>
  db.transaction().execute((tx) =>
    queueMail(deps, tx, {
      kind: 'verification',
      key: 'a',
      to: 'ana@lacre.example',
      data: { link: 'https://lacre.example/', browser: 'Firefox', askedAt: '2026-11-21T09:00:00Z' },
    }),
  )
const settle = (db: Db) => sql`update issue set settled_at = now()`.execute(db)

test('an alarm is said once by all nodes together, once a day while it lasts, and once when it is over', async () => {
  const { db, clock, round, mails, said, chat } = await alarmApp()
  await round(3)
  expect(said()).toEqual([])
  await raiseIssue(db, issue)
  for (let turn = 0; turn < 3; turn++) {
    await round(3)
    clock.pass(hours(7))
  }
  expect(said()).toEqual(['issues began'])
  clock.pass(hours(7))
  await round(3)
  await round(3)
  await settle(db)
  await round(3)
  await round(3)
  expect(said()).toEqual(['issues began', 'issues continues', 'issues over'])
  expect(mails()).toEqual([
    ['Aviso: algo no va bien en Lacre', 'olga@lacre.example'],
    ['Aviso: sigue sin ir bien', 'olga@lacre.example'],
    ['Ya ha pasado lo que se avisó', 'olga@lacre.example'],
  ])
  expect(chat.told[0]).toMatchObject({
    text: expect.stringContaining('Incidencias') as string,
    runbook: 'docs/operating.md#alarm-issues',
    since: '2026-11-21T09:00:00.000Z',
  })
  expect(chat.told[2]?.['text']).toMatch(/^Ya ha pasado: /)
})

test('a chat that does not take it hears it later, the mail does not wait for it, and the log has it anyway', async () => {
  const { db, round, chat, said, mails, log, tryWebhookAgain } = await alarmApp()
  chat.status = 503
  await raiseIssue(db, issue)
  await round()
  expect([said(), mails().length]).toEqual([[], 1])
  expect(log).toEqual([expect.objectContaining({ alarm: 'issues', news: 'began' })])
  chat.status = 200
  await tryJobsNow(db)
  await tryWebhookAgain()
  expect(said()).toEqual(['issues began'])
})

test('mail that fails is told where mail is not needed, and what it kept goes out when it works again', async () => {
  const { db, clock, round, deps, said, mails, mailServer } = await alarmApp()
  mailServer.refuseWith = 421
  await writeToAna(db, deps)
  for (let turn = 0; turn < 8; turn++) {
    await round()
    clock.pass(minutes(3))
  }
  expect([said(), mails()]).toEqual([['mail began'], []])
  mailServer.refuseWith = undefined
  clock.pass(hours(1))
  await round()
  clock.pass(minutes(2))
  await round()
  expect(said()).toEqual(['mail began', 'mail over'])
  expect(
    mails()
      .map(([subject]) => subject)
      .toSorted((a = '', b = '') => (a < b ? -1 : 1)),
  ).toEqual(['Aviso: algo no va bien en Lacre', 'Confirme su correo', 'Ya ha pasado lo que se avisó'])
})

test('one full mailbox is its owner’s affair', async () => {
  const { db, clock, round, deps, said, mailServer } = await alarmApp()
  mailServer.refuseRecipientsWith = 452
  await writeToAna(db, deps)
  for (let turn = 0; turn < 8; turn++, clock.pass(minutes(10))) await round()
  expect(said()).toEqual([])
})

type Case = [AlarmKind, begin: (app: App) => Promise<unknown>, end: (app: App) => Promise<unknown>]
const saw =
  (name: Observed) =>
  ({ db, clock }: { db: Db; clock: Clock }) =>
    observe({ db, clock }, name)
const later =
  (wait: number) =>
  ({ clock }: App) =>
    Promise.resolve(clock.pass(wait))

const cases: Case[] = [
  ['issues', ({ db }) => raiseIssue(db, issue), ({ db }) => settle(db)],
  ['disk', saw('disk-short'), later(minutes(11))],
  ['clock', saw('clock-off'), later(minutes(11))],
  ['proxies', saw('proxies-mistaken'), later(minutes(61))],
  ['database', saw('database-restarted'), later(minutes(61))],
  [
    'letters',
    ({ db }) =>
      aLetter(db, { state: 'batched', created_at: new Date('2026-11-01T00:00:00Z') }).then((id) =>
        aPayment(db, id),
      ),
    ({ db }) => sql`update letter set state = 'posted'`.execute(db),
  ],
  ['money', ({ db }) => aLetter(db), async ({ db }) => aPayment(db, await onlyLetter(db))],
  // Of a cancelled letter that is never refunded.
  [
    'money',
    async ({ db }) => aPayment(db, await aLetter(db, { state: 'cancelled' })),
    ({ db }) => sql`update payment set refunded_cents = received_cents`.execute(db),
  ],
]
/** In observed.test.ts, from what is observed. */
const observed: AlarmKind[] = ['webhook', 'card-key', 'chores']
const onlyLetter = async (db: Db) => (await db.selectFrom('letter').select('id').executeTakeFirstOrThrow()).id

test.each(cases)('%s: it begins and it is over, and says nothing else', async (kind, begin, end) => {
  const app = await alarmApp()
  await begin(app)
  await app.round()
  expect(app.said()).toEqual([`${kind} began`])
  await end(app)
  await app.round()
  expect(app.said()).toEqual([`${kind} began`, `${kind} over`])
})

test('a backup that is missed, of an installation that is older than one', async () => {
  const { db, clock, round, said } = await alarmApp({ backsUp: true })
  await sql`update migration set done_at = ${clock.now()}`.execute(db)
  clock.pass(hours(25))
  await round()
  expect(said()).toEqual([])
  clock.pass(hours(2))
  await round()
  await db.insertInto('backup_made').values({ taken_at: clock.now(), bytes: 1 }).execute()
  await round()
  clock.pass(days(1))
  await round()
  expect(said()).toEqual(['backup began', 'backup over'])
})

test('every kind is tried here, and has its paragraph in docs/operating.md', () => {
  expect(new Set([...cases.map(([kind]) => kind), 'mail', 'backup', ...observed])).toEqual(
    new Set(alarmKinds),
  )
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const anchors = [...runbook.matchAll(/<a id="alarm-([\w-]+)">/g)].map(([, kind]) => kind)
  expect(new Set(anchors)).toEqual(new Set(alarmKinds))
  expect(anchors).toHaveLength(alarmKinds.length)
  const alerts = readFileSync(join(import.meta.dirname, '../../deploy/alerts.yml'), 'utf8')
  const named = [...alerts.matchAll(/lacre_check\{name[=!]~"([\w|-]+)"\}/g)].map(([, names = '']) =>
    names.split('|'),
  )
  expect(named).toHaveLength(2)
  expect(named[0]).toEqual(named[1])
  expect(named.flat().filter((name) => !(alarmKinds as readonly string[]).includes(name))).toEqual([])
})
