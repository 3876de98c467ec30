import { days, hours, minutes } from '@lacre/letter/days.ts'
import type { TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import { beforeEach, expect, test } from 'vitest'
import { type AccountsApp, openAccounts } from '../testing/test-app.ts'
import { type ConsoleApp, openConsole, told } from '../testing/console-app.ts'
import { createAuthenticator } from './testing/authenticator.ts'
import { codeAt } from './factors.ts'
import { resetFactors } from '../operating/account-commands.ts'

const email = 'olga@ejemplo.test'
const password = 'la lluvia en los cristales'
const ways = ['totp/options', 'passkeys/options'] as const
const enrolled = [200, undefined]
const mailboxFirst = [403, 'mailbox-first']

let app: ConsoleApp
let people: AccountsApp
let olga: string
beforeEach(async () => {
  app = await openConsole()
  // As a real clock does, it goes on between the steps of a call.
  const now = () => (app.clock.pass(1), app.clock.now())
  people = await openAccounts({ database: app, clock: { ...app.clock, now } })
  await byCode()
  await app.makeOperator(email)
  olga = await byCode()
})

const tokenOf = ({ access_token = '' }: { access_token?: string }) => access_token
async function byCode(device?: string): Promise<string> {
  await people.askForCode(email, device)
  return tokenOf(await people.enterCode(email, (await people.codesTo(email)).at(-1)!, device))
}
const byPassword = async (device?: string) => tokenOf(await people.logIn(email, password, device))
async function newPassword(): Promise<void> {
  await people.post('/auth/forgot-password', { email, recaptcha_token: 'human' })
  await people.reset((await people.linksTo(email, 'password-reset')).at(-1)!, password)
}
const begin = (token: string) =>
  Promise.all(ways.map(async (way) => told(await app.operatorCall(token, way))))
const reset = () => resetFactors(app.world, { email, by: 'terminal: root' })

test('a password that the mailbox set sets up no first factor; a code does, and says so', async () => {
  app.clock.pass(days(1))
  await newPassword()
  app.clock.pass(days(1))
  const thief = await byPassword()
  expect(await begin(thief)).toEqual([mailboxFirst, mailboxFirst])
  expect((await app.operatorCall(thief, 'totp', { code: '123456' })).json()).toMatchObject({
    code: 'mailbox-first',
    detail: expect.stringContaining('entre con un código') as string,
  })
  expect(await begin(await byCode())).toEqual([enrolled, enrolled])
})

test('after a reset at the command line every session has ended, and only a new one of the mailbox enrols', async () => {
  await newPassword()
  olga = await byCode()
  await app.enrol(olga)
  const thief = await byPassword()
  app.clock.pass(days(1))
  expect((await reset()).trouble).toBe(false)
  for (const token of [olga, thief])
    expect(told(await app.operatorCall(token, 'totp/options'))).toEqual([401, 'unauthenticated'])
  expect(await begin(await byPassword())).toEqual([mailboxFirst, mailboxFirst])
  await app.enrol(await byCode())
})

test('Google’s own mailbox opens such a session; its old word on another’s does not', async () => {
  const byGoogle = async (authoritative: boolean) =>
    tokenOf(await people.signInSocially({ email, authoritative }))
  expect(await begin(await byGoogle(false))).toEqual([mailboxFirst, mailboxFirst])
  expect(await begin(await byGoogle(false))).toEqual([mailboxFirst, mailboxFirst])
  expect(await begin(await byGoogle(true))).toEqual([enrolled, enrolled])
})

test('two sessions that both began a first factor keep one', async () => {
  const other = await byCode()
  const own = createAuthenticator(app.world.publicUrl.origin, Buffer.from('la llave de Olga'))
  const asked = await app.operatorCall(other, 'passkeys/options')
  const passkey = own.make(asked.json<{ challenge: string }>().challenge)
  const { secret } = (await app.operatorCall(olga, 'totp/options')).json<TotpBegun>()
  const code = codeAt(secret, app.clock.now())
  const both = await Promise.all([
    app.operatorCall(other, 'passkeys', { passkey }),
    app.operatorCall(olga, 'totp', { code }),
  ])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
})

const from = async (network: string, token: string, payload: object) =>
  told(
    await app.fastify.inject({
      method: 'POST',
      url: '/operator/factor',
      payload,
      remoteAddress: `10.0.${network}.1`,
      headers: { authorization: `Bearer ${token}` },
    }),
  )
const code = (secret: string, wait = 0) => ({
  code: codeAt(secret, new Date(app.clock.now().getTime() + wait)),
})
/** Thirty wrong codes from three networks: what the account has in an hour. */
async function guess(token: string, secret: string): Promise<void> {
  for (let tries = 0; tries < 30; tries++)
    expect(await from(String(tries % 3), token, code(secret, hours(2)))).toEqual([403, 'factor-refused'])
}
const tooMany = [429, 'too-many-tries']

test('who guesses with a stolen password locks out neither a session that has given the factor nor one of the mailbox', async () => {
  await newPassword()
  olga = await byCode()
  const secret = await app.enrol(olga)
  app.clock.pass(minutes(1))
  const thief = await byPassword()
  await guess(thief, secret)
  expect(await from('9', thief, code(secret))).toEqual(tooMany)
  expect(await from('9', await byPassword(), code(secret))).toEqual(tooMany)
  expect(await from('9', olga, code(secret))).toEqual([200, undefined])
  app.clock.pass(minutes(1))
  expect(await from('9', await byCode(), code(secret))).toEqual([200, undefined])
  expect(await from('8', thief, code(secret, hours(2)))).toEqual(tooMany)
})

test('nor a passkey, which cannot be guessed', async () => {
  await newPassword()
  const own = createAuthenticator(app.world.publicUrl.origin, Buffer.from('la llave de Olga'))
  olga = await byCode()
  const secret = await app.enrol(olga)
  const making = await app.operatorCall(olga, 'passkeys/options')
  const passkey = own.make(making.json<{ challenge: string }>().challenge)
  expect(told(await app.operatorCall(olga, 'passkeys', { passkey }))).toEqual([200, undefined])
  await guess(await byPassword(), secret)
  const elsewhere = await byPassword()
  const asked = await app.operatorCall(elsewhere, 'factor/options')
  const answer = own.answer(asked.json<{ passkey: { challenge: string } }>().passkey.challenge, 1)
  expect(await from('9', elsewhere, { passkey: answer })).toEqual([200, undefined])
})

test('nor, from the operator’s own network, a new session of the mailbox', async () => {
  await newPassword()
  olga = await byCode()
  const secret = await app.enrol(olga)
  app.clock.pass(minutes(1))
  const thief = await byPassword()
  for (let tries = 0; tries < 10; tries++)
    expect(await from('9', thief, code(secret, hours(2)))).toEqual([403, 'factor-refused'])
  expect(await from('9', thief, code(secret))).toEqual(tooMany)
  expect(await from('9', await byCode(), code(secret))).toEqual([200, undefined])
})
