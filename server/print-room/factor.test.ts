import { hours, minutes, seconds } from '@lacre/letter/days.ts'
import type { OwnFactors, TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole, told } from '../testing/console-app.ts'
import { verifyAudit } from './audit-log.ts'
import { codeAt, putFactor } from './factors.ts'
import { removeOperator, resetFactors } from '../operating/account-commands.ts'
import { pseudonymOf } from '../database/cipher.ts'

let app: ConsoleApp
let olga: string
beforeEach(async () => {
  app = await openConsole()
  olga = await app.account('olga@ejemplo.test')
  await app.makeOperator('olga@ejemplo.test')
})

const by = 'terminal: root'
const email = 'olga@ejemplo.test'
const later = 'a later session of the same account'.replaceAll(' ', '-')
const at = (wait = 0) => new Date(app.clock.now().getTime() + wait)
const give = async (token: string, code: string) => told(await app.operatorCall(token, 'factor', { code }))
const begin = async (token: string) => (await app.operatorCall(token, 'totp/options')).json<TotpBegun>()
const confirm = async (token: string, code: string) => told(await app.operatorCall(token, 'totp', { code }))
/** As an operator without a second factor at hand. */
const enter = async (token: string) => {
  app.forget(token)
  return told(await app.call(token, 'GET', 'overview'))
}

test('an application of codes is set up at the first entry, and opens the print room', async () => {
  expect(await enter(olga)).toEqual([403, 'factor-missing'])
  const { secret, qr } = await begin(olga)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(qr).toMatch(/^<svg [^>]*>.*<\/svg>\s*$/s)
  expect(await enter(olga)).toEqual([403, 'factor-missing'])
  expect(await confirm(olga, codeAt(secret, at(minutes(2))))).toEqual([403, 'factor-refused'])
  expect(await confirm(olga, codeAt(secret, at()))).toEqual([200, undefined])
  expect(await enter(olga)).toEqual([200, undefined])
  expect(told(await app.operatorCall(olga, 'totp/options'))).toEqual([409, 'totp-known'])
  const { content } = await app.db.selectFrom('operator_factor').select('content').executeTakeFirstOrThrow()
  expect(content.includes(secret)).toBe(false)
})

test('a session proves itself, and no other of the same account', async () => {
  const secret = await app.enrol(olga)
  await app.session(olga, later)
  expect(await enter(later)).toEqual([403, 'factor-needed'])
  app.clock.pass(seconds(30))
  expect(await give(later, codeAt(secret, at()))).toEqual([200, undefined])
  expect(await enter(later)).toEqual([200, undefined])
})

test('a code counts once, nor does one older than the last; clocks may differ by half a minute', async () => {
  const secret = await app.enrol(olga)
  const used = codeAt(secret, at())
  expect(await give(olga, used)).toEqual([403, 'factor-refused'])
  expect(await give(olga, codeAt(secret, at(seconds(30))))).toEqual([200, undefined])
  expect(await give(olga, codeAt(secret, at()))).toEqual([403, 'factor-refused'])
  app.clock.pass(minutes(2))
  expect(await give(olga, codeAt(secret, at(seconds(60))))).toEqual([403, 'factor-refused'])
  expect(await give(olga, codeAt(secret, at(seconds(-30))))).toEqual([200, undefined])
})

test('the same code given many times at once counts once', async () => {
  const secret = await app.enrol(olga)
  app.clock.pass(minutes(1))
  const answers = await Promise.all(Array.from({ length: 6 }, () => give(olga, codeAt(secret, at()))))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
})

test('wrong tries are counted for the account and the network; who solves one has all of them again', async () => {
  const secret = await app.enrol(olga)
  app.clock.pass(minutes(1))
  const wrong = codeAt(secret, at(hours(1)))
  for (let tries = 0; tries < 9; tries++) expect(await give(olga, wrong)).toEqual([403, 'factor-refused'])
  expect(await give(olga, codeAt(secret, at()))).toEqual([200, undefined])
  for (let tries = 0; tries < 10; tries++) expect(await give(olga, wrong)).toEqual([403, 'factor-refused'])
  app.clock.pass(minutes(1))
  expect(await give(olga, codeAt(secret, at()))).toEqual([429, 'too-many-tries'])
  const eva = await app.operator('Eva')
  expect(await enter(eva)).toEqual([200, undefined])
})

test('another factor is added only right after one that is there', async () => {
  const secret = await app.enrol(olga)
  await app.session(olga, later)
  for (const path of ['totp/options', 'passkeys/options'])
    expect(told(await app.operatorCall(later, path))).toEqual([403, 'factor-needed'])
  expect(told(await app.operatorCall(olga, 'passkeys/options'))).toEqual([200, undefined])
  app.clock.pass(minutes(10))
  expect(told(await app.operatorCall(olga, 'passkeys/options'))).toEqual([403, 'factor-again'])
  expect(await give(olga, codeAt(secret, at()))).toEqual([200, undefined])
  expect(told(await app.operatorCall(olga, 'passkeys/options'))).toEqual([200, undefined])
})

test('an application that was begun before there was a factor opens nothing afterwards', async () => {
  await app.session(olga, later)
  const { secret } = await begin(later)
  await keepKey()
  expect(await give(later, codeAt(secret, at()))).toEqual([403, 'factor-refused'])
  expect(await confirm(later, codeAt(secret, at()))).toEqual([403, 'factor-needed'])
  expect(await enter(later)).toEqual([403, 'factor-needed'])
})

const own = async (token: string) =>
  (
    await app.fastify.inject({ url: '/operator/factors', headers: { authorization: `Bearer ${token}` } })
  ).json<OwnFactors>().factors
const remove = async (token: string, id: string) =>
  told(await app.operatorCall(token, 'factors/remove', { id }))
const keepKey = () =>
  putFactor(
    app.db,
    app.cipher,
    { accountId: olga, id: 'hers', kind: 'passkey' },
    { secret: '', counter: 0, now: at() },
  )

test('one of several factors is removed right after a proof, and ends what other sessions have proven', async () => {
  const secret = await app.enrol(olga)
  const [totp] = await own(olga)
  expect(totp).toEqual({ id: 'totp', kind: 'totp', since: at().toISOString() })
  expect(await remove(olga, 'totp')).toEqual([409, 'factor-last'])
  app.clock.pass(minutes(1))
  await keepKey()
  expect(await own(olga)).toEqual([totp, { id: 'hers', kind: 'passkey', since: at().toISOString() }])
  await app.session(olga, later)
  expect(await give(later, codeAt(secret, at()))).toEqual([200, undefined])
  expect(await remove(olga, 'another')).toEqual([404, 'factor-unknown'])

  app.clock.pass(minutes(9))
  expect(await remove(olga, 'hers')).toEqual([403, 'factor-again'])
  expect(await remove(later, 'hers')).toEqual([200, undefined])
  expect(await own(later)).toEqual([totp])
  expect(await enter(olga)).toEqual([403, 'factor-needed'])
  const me = pseudonymOf(app.cipher, olga)
  expect((await app.entries()).at(-1)).toEqual({
    operator: me,
    action: 'remove-factor',
    subject: me,
    note: 'passkey',
  })
})

test('two that are removed at once leave one', async () => {
  await app.enrol(olga)
  await keepKey()
  const removed = await Promise.all([remove(olga, 'totp'), remove(olga, 'hers')])
  expect(removed.map(([status]) => String(status)).toSorted()).toEqual(['200', '409'])
  expect(await own(olga)).toHaveLength(1)
})

test('an operator cannot remove the factor of another', async () => {
  await app.enrol(olga)
  await keepKey()
  const eva = await app.operator('Eva')
  expect(await remove(eva, 'hers')).toEqual([404, 'factor-unknown'])
  expect(await own(olga)).toHaveLength(2)
})

test('an account that is no operator can neither set up nor give a factor', async () => {
  const other = await app.account()
  const bodies = {
    'factor/options': {},
    factor: { code: '123456' },
    'totp/options': {},
    totp: { code: '123456' },
  }
  for (const [path, body] of Object.entries(bodies))
    expect([path, ...told(await app.operatorCall(other, path, body))]).toEqual([path, 403, 'not-operator'])
  expect(told(await app.operatorCall(other, 'passkeys/options'))).toEqual([403, 'not-operator'])
})

test('the command line takes lost factors away: out at once, and another is set up at the next entry', async () => {
  await app.enrol(olga)
  const reset = () => resetFactors(app.world, { email, by })
  expect(await reset()).toEqual({
    says: 'Olga ya no tiene segundo paso y sus sesiones se han cerrado: configurará otro cuando entre con un código enviado a su correo.',
    trouble: false,
  })
  expect((await reset()).trouble).toBe(true)
  expect(await enter(olga)).toEqual([401, 'unauthenticated'])
  await app.session(olga, olga, 'mailbox')
  expect(await enter(olga)).toEqual([403, 'factor-missing'])
  await app.enrol(olga)
  expect(await enter(olga)).toEqual([200, undefined])
  await removeOperator(app.world, { email, by })
  await app.makeOperator(email)
  expect(await enter(olga)).toEqual([403, 'factor-missing'])
})

test('what was given and refused is in the record under a pseudonym', async () => {
  const secret = await app.enrol(olga)
  await give(olga, codeAt(secret, at()))
  await give(olga, codeAt(secret, at(seconds(30))))
  await resetFactors(app.world, { email, by })
  const me = pseudonymOf(app.cipher, olga)
  const entries = (await app.entries()).slice(1)
  expect(entries).toEqual([
    { operator: me, action: 'add-factor', subject: me, note: 'totp' },
    { operator: me, action: 'refuse-factor', subject: me, note: 'totp' },
    { operator: me, action: 'sign-in', subject: me, note: 'totp' },
    { operator: by, action: 'remove-factors', subject: me, note: '' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`@|Olga|${olga}|${secret}`))
  expect(await verifyAudit(app.db)).toBe('whole')
})
