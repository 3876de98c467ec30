// @module-tag long
import { expect, test } from 'vitest'
import { createLimits, mapLimits, sweepLimits, tooManyTries } from '../http/limits.ts'
import { callerOf } from '../http/bearer.ts'
import {
  type AccountsApp,
  credentialOf,
  goodPassword,
  onlyLink,
  openAccounts,
  openLimits,
  otherDevice,
  ownDevice,
} from '../testing/test-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { hashOfToken } from './sessions.ts'

const email = 'ana@ejemplo.test'
const times = async (count: number, action: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await action()).status)
  return statuses
}

/** The same database after a restart: nothing is kept in memory. */
const restarted = (app: AccountsApp) => openAccounts({ withLimits: true, database: app })

const caller = '2001:db8:1:2'
const remoteAddress = `${caller}::1`

/** An app that counts every call and refuses none. `count`: what a call from `remoteAddress` is counted by. */
async function countingApp() {
  let counted: string[] = []
  const limits = mapLimits((name) => ({
    ...openLimits.logins,
    take(key) {
      counted.push(`${name} ${key}`)
      return Promise.resolve(1)
    },
  }))
  const app = await openAccounts({ limits })
  async function count(
    [method, url]: readonly [method: 'GET' | 'POST' | 'DELETE', url: string],
    payload: object,
    headers: Record<string, string>,
  ) {
    counted = []
    await app.fastify.inject({ method, url, ...(method !== 'GET' && { payload }), remoteAddress, headers })
    return counted
  }
  return { app, count }
}
const tries = [`logins ${caller}`, `loginsTo ${email} ${caller}`, `loginsAnywhere ${email}`]
const mails = [`mailsFrom ${email} 2001:db8:1`, `mailsTo ${email}`]
const body = { email: ' ANA@ejemplo.test', password: 'no era esta', recaptcha_token: 'human' }
const withCaptcha = (recaptcha_token?: string) => ({ ...body, recaptcha_token })

test.each<[url: string, body: object, counted: string[]]>([
  ['register', body, [`registrations ${caller}`, ...mails]],
  ['login', withCaptcha(), tries],
  ['login', withCaptcha('machine'), [`loginCaptchas ${caller}`, ...tries]],
  ['login', withCaptcha('human'), [`loginCaptchas ${caller}`, `loginsAnywhere ${email}`]],
  ['google/login', { token: credentialOf({ email }) }, [`socialLogins ${caller}`]],
  ['request-verification', body, [`verificationRequests ${caller}`, ...mails]],
  ['forgot-password', body, [`resetRequests ${caller}`, ...mails]],
  ['request-code', body, [`codeRequests ${caller}`, ...mails]],
  ['code/login', { email, code: '123456' }, [`codeLogins ${caller}`]],
  ['verify-email', { token: 'unknown' }, [`links ${caller}`]],
  ['reset-password', { token: 'unknown', password: goodPassword }, [`links ${caller}`]],
])(
  'what counts a stranger: /auth/%s %j (design/accounts.md#limits-per-account)',
  async (url, body, counted) => {
    const { count } = await countingApp()
    expect(await count(['POST', `/auth/${url}`], body, { 'lacre-device': otherDevice })).toEqual(counted)
  },
)

test('what counts an account; its password counts with those of a sign-in wherever it is asked for', async () => {
  const { app, count } = await countingApp()
  const { access_token } = await app.register(email)
  const { id } = await app.account(access_token)
  const token = await onlyLink(app, email)
  const headers = { authorization: `Bearer ${access_token}` }
  const wrong = 'no era esta'
  expect(await count(['POST', '/auth/verify-email'], { token, password: wrong }, headers)).toEqual([
    `links ${caller}`,
    ...tries,
  ])
  const change = { current_password: wrong, password: goodPassword }
  expect(await count(['POST', '/auth/change-password'], change, headers)).toEqual([
    `passwordChanges ${id}`,
    ...tries,
  ])
  const erasure = { confirmation: 'BORRAR', password: wrong }
  expect(await count(['DELETE', '/account'], erasure, headers)).toEqual([`erasures ${id}`, ...tries])
  expect(await count(['GET', '/account/export'], {}, headers)).toEqual([`exports ${id}`])
})

test('the messages that a proven owner asks for in a known browser are counted apart', async () => {
  const { app, count } = await countingApp()
  await app.registerProven(email)
  const device = hashOfToken(ownDevice).toString('hex')
  expect(await count(['POST', '/auth/request-code'], body, { 'lacre-device': ownDevice })).toEqual([
    `codeRequests ${caller}`,
    `mailsTo ${email} ${device}`,
  ])
})

test('ten wrong passwords for one account, then 429 with a time to wait; a restart forgives nothing', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.register(email)
  expect(await times(10, () => app.logIn(email, 'no era esta'))).toEqual(Array(10).fill(401))
  const again = await restarted(app)
  const refused = await again.logIn(' ANA@ejemplo.test ', goodPassword)
  expect(refused).toMatchObject({ status: 429, code: 'too-many-tries' })
  expect(refused.detail).toMatch(/^Demasiados intentos\./)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await again.logIn('otra@ejemplo.test')).toMatchObject({ status: 401 })
})

test('wrong passwords from another network lock out neither the owner elsewhere nor a known browser', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.register(email)
  const tryFrom = (remoteAddress: string, password: string) => async () => {
    const payload = { email, password }
    const reply = await app.fastify.inject({ method: 'POST', url: '/auth/login', payload, remoteAddress })
    return { status: reply.statusCode }
  }
  const wrong = tryFrom('2001:db8:1:2::1', 'no era esta')
  expect(await times(11, wrong)).toEqual([...Array(10).fill(401), 429])
  expect(await times(1, tryFrom('2001:db8:1:2:ffff::9', goodPassword))).toEqual([429])
  expect(await times(1, tryFrom('2001:db8:1:3::1', goodPassword))).toEqual([200])

  expect(await times(10, () => app.logIn(email, 'no era esta', otherDevice))).toEqual(Array(10).fill(401))
  expect((await app.logIn(email, goodPassword, otherDevice)).status).toBe(429)
  expect((await app.logIn(email)).status).toBe(200) // the browser that registered, in the same network
})

test('five messages a day of one network for one address, whatever is asked for', async () => {
  const app = await openAccounts({ withLimits: true })
  const calls = ['/auth/request-code', '/auth/forgot-password', '/auth/request-verification']
  let call = 0
  const ask = () => app.post(calls[call++ % 3]!, { email, recaptcha_token: 'human' })
  expect(await times(5, ask)).toEqual(Array(5).fill(200))
  expect(await ask()).toMatchObject({
    status: 429,
    code: 'too-many-mails',
    detail: 'Ya hemos enviado muchos mensajes a esta dirección. Vuelva a intentarlo dentro de 24 horas.',
  })
})

test('a captcha beyond the limit is not asked of its provider', async () => {
  let asked = 0
  const captcha = { verify: () => Promise.resolve(++asked > 0) }
  const take = () => Promise.reject(tooManyTries(60))
  const limits = { ...openLimits, loginCaptchas: { ...openLimits.loginCaptchas, take } }
  const app = await openAccounts({ captcha, limits })
  const tried = await app.post('/auth/login', { email, password: 'mal', recaptcha_token: 'x' })
  expect([tried.status, asked]).toEqual([429, 0])
})

test('sweeps expired tries; the others go on counting', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.logIn(email)
  expect(await sweepLimits(app.db, new Date(0))).toBe(0)
  expect(await sweepLimits(app.db, new Date('2400-01-01'))).toBe(3)
})

test('in a browser that the account knows the right password forgives the wrong ones before it', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.registerProven(email)
  for (const _ of 'ab') {
    expect(await times(9, () => app.logIn(email, 'no era esta'))).toEqual(Array(9).fill(401))
    expect((await app.logIn(email)).status).toBe(200)
  }
})

// design/load.md#networks
test('all networks of one site register as often as eight of them', async () => {
  const { registrations } = createLimits((await testDatabase()).pool)
  for (let network = 0; network < 80; network++) await registrations.take(`2001:db8:1:${network}`)
  await expect(registrations.take('2001:db8:1:80')).rejects.toMatchObject({ statusCode: 429 })
  await registrations.take('2001:db8:2:1')
})

test('the table of limits holds no address', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.logIn(email)
  const rows = JSON.stringify(await app.db.selectFrom('rate_limit').selectAll().execute())
  expect(rows).toContain('loginsTo')
  expect(rows).not.toContain('ana')
  expect(rows).not.toContain('127.0.0.1')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2:bbbb::9', '2001:db8:1:2'],
  ['2001:db8:1:3::1', '2001:db8:1:3'],
])('the caller at %s counts as %s: an IPv6 subscriber has a whole network', (ip, caller) => {
  expect(callerOf(ip)).toBe(caller)
})
