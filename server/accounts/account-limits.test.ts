// @module-tag long
import { expect, test } from 'vitest'
import { sweepLimits } from '../http/limits.ts'
import { callerOf } from '../http/bearer.ts'
import { type AccountsApp, goodPassword, onlyLink, openAccounts, otherDevice } from '../testing/test-app.ts'
import type { Passwords } from './passwords.ts'

const email = 'ana@ejemplo.test'
const times = async (count: number, action: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await action()).status)
  return statuses
}
/** The same database after a restart: nothing is kept in memory. */
const restarted = (app: AccountsApp) => openAccounts({ withLimits: true, database: app })

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

test('one network has its captchas looked at so often, right or wrong: each is a call to a provider', async () => {
  let asked = 0
  const captcha = { verify: () => Promise.resolve(++asked < 0) }
  const app = await openAccounts({ captcha, withLimits: true })
  const statuses = new Set<number>()
  for (let tries = 0; tries < 130; tries++)
    statuses.add((await app.post('/auth/login', { email, password: 'mal', recaptcha_token: 'x' })).status)
  expect([asked, ...statuses]).toEqual([120, 401, 429])
})

test('a solved captcha passes where tries were too many', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.register(email)
  await times(11, () => app.logIn(email, 'no era esta'))
  const answered = (recaptcha_token: string) =>
    app.post('/auth/login', { email, password: goodPassword, recaptcha_token })
  expect((await answered('machine')).status).toBe(429)
  expect((await answered('human')).status).toBe(200)
})

test('five reset requests by a stranger block nobody', async () => {
  const app = await openAccounts({ withLimits: true })
  const askFrom = (remoteAddress: string) => async () => {
    const url = '/auth/forgot-password'
    const reply = await app.fastify.inject({ method: 'POST', url, payload: { email }, remoteAddress })
    return { status: reply.statusCode }
  }
  expect(await times(6, askFrom('203.0.113.7'))).toEqual([...Array(5).fill(200), 429])
  expect(await times(1, askFrom('203.0.113.8'))).toEqual([200])
})

test('tries whose time is over are swept, the others count on', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.logIn(email)
  expect(await sweepLimits(app.db, new Date(0))).toBe(0)
  expect(await sweepLimits(app.db, new Date('2400-01-01'))).toBe(3)
})

test('in a browser that the account knows the right password forgives the wrong ones before it', async () => {
  const app = await openAccounts({ withLimits: true })
  await app.register(email)
  await app.verify(await onlyLink(app, email))
  for (const _ of 'ab') {
    expect(await times(9, () => app.logIn(email, 'no era esta'))).toEqual(Array(9).fill(401))
    expect((await app.logIn(email)).status).toBe(200)
  }
})

test('sixty logins of one caller in a quarter of an hour, whatever the accounts', async () => {
  const passwords: Passwords = {
    hash: () => Promise.resolve(''),
    inTurn: (_, work) => work(() => Promise.resolve(false)),
  }
  const app = await openAccounts({ withLimits: true, passwords })
  let account = 0
  const statuses = await times(61, () => app.logIn(`a${account++}@ejemplo.test`))
  expect(statuses).toEqual([...Array(60).fill(401), 429])
})

test('ten registrations of one caller in an hour, counted across restarts', async () => {
  const app = await openAccounts({ withLimits: true })
  const wrong = (app: AccountsApp) => () => app.register(email, goodPassword, 'machine')
  expect(await times(6, wrong(app))).toEqual(Array(6).fill(400))
  expect(await times(5, wrong(await restarted(app)))).toEqual([...Array(4).fill(400), 429])
})

test.each(['/auth/request-verification', '/auth/forgot-password'])(
  '%s: five a day of one network for one address, known or not; twenty for one caller',
  async (call) => {
    const app = await openAccounts({ withLimits: true })
    const ask = (email: string) => app.post(call, { email })
    expect(await times(5, () => ask(email))).toEqual(Array(5).fill(200))
    const again = await restarted(app)
    expect((await again.post(call, { email: ' ANA@ejemplo.test' })).status).toBe(429)
    let other = 0
    const statuses = await times(15, () => ask(`otra${other++}@ejemplo.test`))
    expect(statuses).toEqual([...Array(14).fill(200), 429])
  },
)

/** The first caller of so many networks of one IPv6 site, in turn. */
const siteCalling = (app: AccountsApp, url: string, payload: object) => {
  let network = 0
  return async () => {
    const remoteAddress = `2001:db8:1:${(++network).toString(16)}::1`
    return { status: (await app.fastify.inject({ method: 'POST', url, payload, remoteAddress })).statusCode }
  }
}

// design/load.md#networks
test('all networks of one site register as often as eight of them', async () => {
  const app = await openAccounts({ withLimits: true })
  const body = { email, password: goodPassword, recaptcha_token: 'machine' }
  expect(await times(81, siteCalling(app, '/auth/register', body))).toEqual([...Array(80).fill(400), 429])
  const elsewhere = { method: 'POST', url: '/auth/register', payload: body } as const
  expect((await app.fastify.inject({ ...elsewhere, remoteAddress: '2001:db8:2:1::1' })).statusCode).toBe(400)
})

test('all networks of one site ask for five of the messages of an address', async () => {
  const app = await openAccounts({ withLimits: true })
  const ask = siteCalling(app, '/auth/forgot-password', { email })
  expect(await times(6, ask)).toEqual([...Array(5).fill(200), 429])
  const payload = { email }
  const elsewhere = { method: 'POST', url: '/auth/forgot-password', payload } as const
  expect((await app.fastify.inject({ ...elsewhere, remoteAddress: '2001:db8:2:1::1' })).statusCode).toBe(200)
})

test('sixty mailed links of one caller in a quarter of an hour', async () => {
  const app = await openAccounts({ withLimits: true })
  const unknown = 'nobody was sent this'
  expect(await times(60, () => app.verify(unknown))).toEqual(Array(60).fill(400))
  expect((await app.verify(unknown)).status).toBe(429)
  expect((await app.reset(unknown, goodPassword)).status).toBe(429)
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
