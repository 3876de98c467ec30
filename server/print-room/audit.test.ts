import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Acts } from '@lacre/letter/print-room/console-calls.ts'
import { type ConsoleApp, openConsole } from '../testing/console-app.ts'
import { hashOfEntry, recordAuditEntry, verifyAudit } from './audit-log.ts'
import { eraseUser, listOperators, verifyAuditCommand } from '../operating/account-commands.ts'
import { aLetter } from '../testing/factories.ts'
import { pseudonymOf } from '../database/cipher.ts'

let app: ConsoleApp
beforeEach(async () => {
  app = await openConsole()
})

const record = (subject: string) =>
  app.db
    .transaction()
    .execute((tx) => recordAuditEntry(tx, { by: 'Olga', action: 'resume', subject, now: app.clock.now() }))
/** As the database's owner could: past the trigger. */
const tamper = (statement: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx)
    await sql.raw(statement).execute(tx)
    await sql`alter table audit_log enable trigger user`.execute(tx)
  })

test('acts are numbered without a gap and chained, however many act at once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => record(`letter-${n}`)))
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['seq', 'previous_hash', 'hash'])
    .orderBy('seq')
    .execute()
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  rows.forEach(({ previous_hash }, n) => expect(previous_hash).toBe(rows[n - 1]?.hash ?? ''))
  expect(await verifyAudit(app.db)).toBe('whole')
})

test.each(['update audit_log set note = note', 'delete from audit_log', 'truncate audit_log'])(
  'what was done stays written: %s is refused by the database',
  async (statement) => {
    await record('one')
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow('what was done stays written')
    expect(await app.acts()).toHaveLength(1)
  },
)

test.each([
  ['changed', "update audit_log set subject = 'another' where seq = 2", 2],
  ['under another name', "update audit_log set operator = 'Pau' where seq = 3", 3],
  ['at another time', "update audit_log set at = at + interval '1 second' where seq = 1", 1],
  ['taken away', 'delete from audit_log where seq = 2', 2],
  ['taken away at the beginning', 'delete from audit_log where seq = 1', 1],
  [
    'put between',
    "update audit_log set seq = seq + 1 where seq >= 4; insert into audit_log select 4, at, operator, action, subject, note, previous_hash, 'x' from audit_log where seq = 3",
    4,
  ],
])('an action that was %s breaks the chain, and its number is told', async (_how, statement, brokenAt) => {
  for (const subject of ['one', 'two', 'three', 'four']) await record(subject)
  await tamper(statement)
  expect(await verifyAudit(app.db)).toEqual({ brokenAt })
  expect(await verifyAuditCommand(app)).toEqual({
    says: `El registro de actos no está entero: el número ${brokenAt} no es el que se escribió.`,
    trouble: true,
  })
})

test('an action rewritten with its own hash made again breaks the chain at the next one, which names the old hash', async () => {
  for (const subject of ['one', 'two', 'three']) await record(subject)
  const second = app.db.selectFrom('audit_log').selectAll().where('seq', '=', 2)
  const hash = hashOfEntry({ ...(await second.executeTakeFirstOrThrow()), note: 'otra cosa' })
  await tamper(`update audit_log set note = 'otra cosa', hash = '${hash}' where seq = 2`)
  expect(await verifyAudit(app.db)).toEqual({ brokenAt: 3 })
})

test('operators read the acts, the newest first, and whether the chain is whole', async () => {
  const token = await app.operator('Olga')
  for (let n = 0; n < 60; n++) await record(`letter-${n}`)
  const first = (await app.call(token, 'GET', 'acts')).json<Acts>()
  expect([first.acts.length, first.acts[0], first.chain, first.next]).toMatchObject([
    50,
    { seq: 62, operator: 'Olga', action: 'resume', subject: 'letter-59' },
    'whole',
    13,
  ])
  await tamper("update audit_log set note = 'x' where seq = 5")
  const second = (await app.call(token, 'GET', 'acts?before=13')).json<Acts>()
  expect([second.acts.map(({ seq }) => seq), second.chain, second.next]).toEqual([
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    { brokenAt: 5 },
    null,
  ])
})

test('an operator who erases their account is none any more, also where its letters keep the row (design/accounts.md#own-data)', async () => {
  const email = 'olga@ejemplo.test'
  const token = await app.account(email)
  await app.makeOperator(email)
  await app.enrol(token)
  const { account_id } = await app.db.selectFrom('operator').select('account_id').executeTakeFirstOrThrow()
  await aLetter(app.db, { account_id, state: 'posted' })

  const { says, trouble } = await eraseUser(app.world, { email })
  expect([trouble, says]).toEqual([false, 'La cuenta y el contenido de sus cartas se han borrado.'])
  expect((await listOperators(app.world)).says).toBe('Nadie puede entrar todavía en la sala de imprenta.')
  for (const table of ['operator', 'operator_factor', 'operator_session'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
  const subject = pseudonymOf(app.cipher, account_id)
  expect((await app.entries()).at(-1)).toEqual({
    operator: subject,
    action: 'remove-operator',
    subject,
    note: '',
  })
  expect(await verifyAudit(app.db)).toBe('whole')
})
