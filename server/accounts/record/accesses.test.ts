import { days } from '@lacre/letter/duration.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordAuditEntry } from '../../operators/record-audit-entry.ts'
import {
  accountHouse,
  goodPassword,
  onlyLink,
  otherDevice,
  type AccountHouse,
} from '../../testing/account-house.ts'
import { brokenAccessDays, forgetAccesses, listAccesses } from './accesses.ts'
import { sealAccesses } from './seal-accesses.ts'

const email = 'ana@ejemplo.test'
const another = 'granizo sobre la parra'

const entries = async (house: AccountHouse) =>
  (await house.db.selectFrom('access_entry').selectAll().orderBy('id').execute()).map(
    ({ subject, act, how }) => `${act} ${how} ${subject}`,
  )
const seal = (house: AccountHouse) => sealAccesses({ ...house, recordAuditEntry })
const seals = (house: AccountHouse) =>
  house.db
    .selectFrom('act')
    .select(['operator', 'subject', 'note'])
    .where('act', '=', 'seal-accesses')
    .execute()
/** As somebody would who owns the database: past the trigger. */
const tamper = (house: AccountHouse, statement: string) =>
  house.db.transaction().execute(async (tx) => {
    await sql`alter table access_entry disable trigger user`.execute(tx)
    await sql.raw(statement).execute(tx)
    await sql`alter table access_entry enable trigger user`.execute(tx)
  })

test('each way in, proof, reset and refusal is written down, under a pseudonym (design.md#accesses-on-record)', async () => {
  const house = await accountHouse()
  await house.register(email)
  const link = await onlyLink(house, email)
  await house.verify(link, { device: otherDevice, password: 'no era esta' })
  await house.verify(link)
  await house.logIn(email, 'tampoco era esta')
  await house.logIn('nadie@ejemplo.test')
  const { access_token } = await house.logIn(email)
  await house.askForCode(email)
  const [code = ''] = await house.codesTo(email)
  await house.enterCode(email, code === '000000' ? '000001' : '000000')
  await house.enterCode(email, code)
  await house.post('/auth/change-password', { current_password: 'no', password: another }, access_token)
  await house.post(
    '/auth/change-password',
    { current_password: goodPassword, password: another },
    access_token,
  )
  await house.post('/auth/forgot-password', { email })
  const reset = await onlyLink(house, email, 'password-reset')
  await house.reset(reset, goodPassword)
  await house.reset(reset, another)
  await house.reset('nobody was sent this', another)
  await house.verify('nor this')
  await house.verify(link)
  await house.signInSocially({ email: 'luis@ejemplo.test' })
  await house.post('/auth/google/login', { token: 'nothing of theirs' })
  const [ana, nobody, luis] = [email, 'nadie@ejemplo.test', 'luis@ejemplo.test'].map(house.deps.pseudonymOf)
  expect(new Set([ana, nobody, luis]).size).toBe(3)
  expect(ana).toMatch(/^[0-9a-f]{12}$/)
  expect(await entries(house)).toEqual([
    `register password ${ana}`,
    `refuse link ${ana}`,
    `prove link ${ana}`,
    `refuse password ${ana}`,
    `refuse password ${nobody}`,
    `sign-in password ${ana}`,
    `refuse code ${ana}`,
    `prove code ${ana}`,
    `sign-in code ${ana}`,
    `refuse password ${ana}`,
    `change-password password ${ana}`,
    `prove reset ${ana}`,
    `refuse reset ${ana}`,
    'refuse reset ',
    'refuse link ',
    `prove google ${luis}`,
    `sign-in google ${luis}`,
    'refuse google ',
  ])
  expect((await listAccesses(house.deps, { email: ' Luis@ejemplo.test' })).says).toBe(
    ['sign-in  google', 'prove  google']
      .map((line) => `${house.clock.now().toISOString()}  ${line}`)
      .join('\n'),
  )
})

test('what was written down cannot be written over', async () => {
  const house = await accountHouse()
  await house.register(email)
  await expect(house.db.updateTable('access_entry').set({ subject: 'another' }).execute()).rejects.toThrow(
    'stays as it was written',
  )
})

test('a day that is over is sealed into the record of the print room, once; a changed one is noticed', async () => {
  const house = await accountHouse()
  await house.register(email)
  await house.logIn(email, 'no era esta')
  expect(await seal(house)).toBe(0)
  const day = house.clock.now().toISOString().slice(0, 10)
  house.clock.pass(days(1))
  await house.logIn(email)
  const sealed = await Promise.all([seal(house), seal(house)])
  expect(sealed.toSorted()).toEqual([0, 1])
  expect(await seal(house)).toBe(0)
  expect(await seals(house)).toEqual([
    { operator: 'servidor', subject: day, note: expect.stringMatching(/^2 [0-9a-f]{64}$/) as string },
  ])
  expect(await brokenAccessDays(house)).toEqual([])
  await tamper(house, `update access_entry set subject = 'another' where act = 'refuse'`)
  expect(await brokenAccessDays(house)).toEqual([day])
})

test('after a year it goes, day by day, and its seal is not asked about', async () => {
  const house = await accountHouse()
  await house.register(email)
  house.clock.pass(days(1))
  await house.logIn(email)
  await seal(house)
  house.clock.pass(days(364))
  expect(await forgetAccesses(house)).toBe(0)
  expect(await brokenAccessDays(house)).toEqual([])
  house.clock.pass(days(1))
  expect(await forgetAccesses(house)).toBe(1)
  expect(await brokenAccessDays(house)).toEqual([])
  await seal(house)
  expect(await seals(house)).toHaveLength(2)
})
