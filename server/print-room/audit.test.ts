import { hours } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Acts } from '@lacre/letter/print-room/console-calls.ts'
import { type ConsoleApp, openConsole } from '../testing/console-app.ts'
import { hashOfEntry, recordAuditEntry, verifyAudit } from './audit-log.ts'
import { eraseUser, listOperators, verifyAuditCommand } from '../operating/account-commands.ts'
import { aLetter } from '../testing/factories.ts'
import { pseudonymOf } from '../database/cipher.ts'

let house: ConsoleApp
beforeEach(async () => {
  house = await openConsole()
})

const record = (subject: string) =>
  house.db
    .transaction()
    .execute((tx) => recordAuditEntry(tx, { by: 'Olga', action: 'resume', subject, now: house.clock.now() }))
/** As somebody would who owns the database: past the trigger. */
const tamper = (statement: string) =>
  house.db.transaction().execute(async (tx) => {
    await sql`alter table act disable trigger user`.execute(tx)
    await sql.raw(statement).execute(tx)
    await sql`alter table act enable trigger user`.execute(tx)
  })

test('acts are numbered without a gap and chained, however many act at once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => record(`letter-${n}`)))
  const rows = await house.db
    .selectFrom('act')
    .select(['seq', 'previous_hash', 'hash'])
    .orderBy('seq')
    .execute()
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  rows.forEach(({ previous_hash }, n) => expect(previous_hash).toBe(rows[n - 1]?.hash ?? ''))
  expect(await verifyAudit(house.db)).toBe('whole')
})

test('an action that fails leaves no act, and no gap', async () => {
  await record('one')
  await expect(
    house.db.transaction().execute(async (tx) => {
      await recordAuditEntry(tx, { by: 'Olga', action: 'resume', subject: 'two', now: house.clock.now() })
      throw new Error('power cut')
    }),
  ).rejects.toThrow('power cut')
  await record('three')
  expect((await house.acts()).map(({ subject }) => subject)).toEqual(['one', 'three'])
  expect(await verifyAudit(house.db)).toBe('whole')
})

test.each(['update act set note = note', 'delete from act', 'truncate act'])(
  'what was done stays written: %s is refused by the database',
  async (statement) => {
    await record('one')
    await expect(sql.raw(statement).execute(house.db)).rejects.toThrow('what was done stays written')
    expect(await house.acts()).toHaveLength(1)
  },
)

test.each([
  ['changed', "update act set subject = 'another' where seq = 2", 2],
  ['under another name', "update act set operator = 'Pau' where seq = 3", 3],
  ['at another time', "update act set at = at + interval '1 second' where seq = 1", 1],
  ['taken away', 'delete from act where seq = 2', 2],
  ['taken away at the beginning', 'delete from act where seq = 1', 1],
  [
    'put between',
    "update act set seq = seq + 1 where seq >= 4; insert into act select 4, at, operator, act, subject, note, previous_hash, 'x' from act where seq = 3",
    4,
  ],
])('an act that was %s breaks the chain, and its number is told', async (_how, statement, brokenAt) => {
  for (const subject of ['one', 'two', 'three', 'four']) await record(subject)
  await tamper(statement)
  expect(await verifyAudit(house.db)).toEqual({ brokenAt })
  expect(await verifyAuditCommand(house)).toEqual({
    says: `El registro de actos no está entero: el número ${brokenAt} no es el que se escribió.`,
    trouble: true,
  })
})

test('an act rewritten with its own hash made again breaks the chain at the next one, which names the old hash', async () => {
  for (const subject of ['one', 'two', 'three']) await record(subject)
  const second = house.db.selectFrom('act').selectAll().where('seq', '=', 2)
  const hash = hashOfEntry({ ...(await second.executeTakeFirstOrThrow()), note: 'otra cosa' })
  await tamper(`update act set note = 'otra cosa', hash = '${hash}' where seq = 2`)
  expect(await verifyAudit(house.db)).toEqual({ brokenAt: 3 })
})

test('operators read the acts, the newest first, and whether the chain is whole', async () => {
  const token = await house.operator('Olga')
  for (let n = 0; n < 60; n++) await record(`letter-${n}`)
  const first = (await house.call(token, 'GET', 'acts')).json<Acts>()
  expect([first.acts.length, first.acts[0], first.chain, first.next]).toMatchObject([
    50,
    { seq: 62, operator: 'Olga', act: 'resume', subject: 'letter-59' },
    'whole',
    13,
  ])
  const second = (await house.call(token, 'GET', 'acts?before=13')).json<Acts>()
  expect([second.acts.map(({ seq }) => seq), second.next]).toEqual([
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    null,
  ])
})

test('the page reads what was whole again once an hour, and at once what came since', async () => {
  const token = await house.operator('Olga')
  const chain = async () => (await house.call(token, 'GET', 'acts')).json<Acts>().chain
  const note = (seq: number) => tamper(`update act set note = 'x' where seq = ${seq}`)
  for (let n = 0; n < 9; n++) await record(`letter-${n}`)
  expect(await chain()).toBe('whole')
  await record('letter-9')
  await note(12)
  expect(await chain()).toEqual({ brokenAt: 12 })
  await tamper('update act set note = $$$$ where seq = 12')
  await note(5)
  expect(await chain()).toBe('whole')
  expect(await verifyAudit(house.db)).toEqual({ brokenAt: 5 })
  house.clock.pass(hours(1))
  const later = await house.operator('Pau')
  expect((await house.call(later, 'GET', 'acts')).json<Acts>().chain).toEqual({ brokenAt: 5 })
})

test('entries cut off at the end are missed by a page that had read them', async () => {
  const token = await house.operator('Olga')
  const chain = async () => (await house.call(token, 'GET', 'acts')).json<Acts>().chain
  await record('letter')
  expect(await chain()).toBe('whole')
  await tamper('delete from act where seq = 3')
  for (const _ of ['once', 'again']) expect(await chain()).toEqual({ brokenAt: 3 })
  expect(await verifyAudit(house.db)).toBe('whole')
  // Also when others have been written in their place.
  house.clock.pass(hours(1))
  const later = await house.operator('Pau')
  expect(await verifyAudit(house.db)).toBe('whole')
  expect((await house.call(later, 'GET', 'acts')).json<Acts>().chain).toEqual({ brokenAt: 3 })
})

test('an operator who erases their account is none any more, also where its letters keep the row (design/accounts.md#own-data)', async () => {
  const house = await openConsole()
  const email = 'olga@ejemplo.test'
  const token = await house.account(email)
  await house.makeOperator(email)
  await house.enrol(token)
  const { account_id } = await house.db.selectFrom('operator').select('account_id').executeTakeFirstOrThrow()
  await aLetter(house.db, { account_id, state: 'posted' })

  const { says, trouble } = await eraseUser(house.world, { email })
  expect([trouble, says]).toEqual([false, 'La cuenta y el contenido de sus cartas se han borrado.'])
  expect((await listOperators(house.world)).says).toBe('Nadie puede entrar todavía en la sala de imprenta.')
  for (const table of ['operator', 'operator_totp', 'operator_session'] as const)
    expect(await house.db.selectFrom(table).selectAll().execute()).toEqual([])
  const subject = pseudonymOf(house.cipher, account_id)
  expect((await house.entries()).at(-1)).toEqual({
    operator: subject,
    act: 'remove-operator',
    subject,
    note: '',
  })
  expect(await verifyAudit(house.db)).toBe('whole')
})
