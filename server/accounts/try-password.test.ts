// @module-tag long
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hours } from '@lacre/letter/days.ts'
import { type AccountsApp, goodPassword, openAccounts, otherDevice, ownDevice } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const wrong = 'no era esta'
const strangers = 'la clave del atacante'

const openApp = () => openAccounts({ withLimits: true })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

type From = { network?: string; device?: string; captcha?: string }
async function logIn(app: AccountsApp, password: string, { network, device, captcha }: From = {}) {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email, password, ...(captcha && { recaptcha_token: captcha }) },
    ...(network && { remoteAddress: network }),
    headers: device ? { 'lacre-device': device } : {},
  })
  return { status: reply.statusCode, ...reply.json<{ code?: string; detail?: string }>() }
}

async function countGuesses(times: number, guess: () => Promise<{ status: number }>) {
  let heard = 0
  for (let i = 0; i < times; i++) if ((await guess()).status === 401) heard++
  return heard
}
/** Guesses with a solved captcha from networks in turn, as many as a stranger can want. */
function guessesFromEverywhere(app: AccountsApp, times = 120) {
  let call = 0
  return countGuesses(times, () =>
    logIn(app, wrong, { network: `203.0.113.${call++ % 20}`, captcha: 'human' }),
  )
}

async function provenApp() {
  const app = await openApp()
  await app.registerProven(email)
  return app
}
const warnings = (app: AccountsApp) => app.mails('password-guesses')

test('signing in to a claim of their own lets a stranger guess at no other claim on the address', async () => {
  const app = await openApp()
  await app.register(email)
  await app.register(email, strangers, 'human', otherDevice)
  let call = 0
  const heard = await countGuesses(200, () =>
    call++ % 10 === 9
      ? logIn(app, strangers, { device: otherDevice })
      : logIn(app, wrong, { device: otherDevice, network: `203.0.113.${call}` }),
  )
  expect(heard).toBe(50)
  // A guess that is not heard is not made, be it right.
  const late = { device: otherDevice, network: '203.0.113.250' }
  expect((await logIn(app, goodPassword, late)).status).not.toBe(200)
  expect((await logIn(app, goodPassword, { device: ownDevice })).status).toBe(200)
})

test('fifty guesses an hour at one address, from all networks and with solved captchas; its owner comes in', async () => {
  const app = await provenApp()
  expect(await guessesFromEverywhere(app)).toBe(50)
  const elsewhere = { network: '198.51.100.7', captcha: 'human' }
  expect(await logIn(app, goodPassword, elsewhere)).toMatchObject({
    status: 429,
    code: 'too-many-failures',
    detail: expect.stringMatching(/^Ha habido demasiados intentos .* código .* 60 minutos/) as string,
  })
  expect((await logIn(app, wrong, { device: ownDevice })).status).toBe(401)
  expect((await logIn(app, goodPassword, { device: ownDevice })).status).toBe(200)
  await app.askForCode(email, otherDevice)
  const [code = ''] = await app.codesTo(email)
  expect((await app.enterCode(email, code, otherDevice)).status).toBe(200)

  vi.setSystemTime(Date.now() + hours(1) + 1)
  expect((await logIn(app, goodPassword, elsewhere)).status).toBe(200)
  await guessesFromEverywhere(app)
  expect((await app.signInSocially({ email, authoritative: true })).status).toBe(200)
})

test('a browser that its account knows, and that failed too often, is told of the code too', async () => {
  const app = await provenApp()
  for (let i = 0; i < 20; i++) await logIn(app, wrong, { device: ownDevice })
  expect(await logIn(app, goodPassword, { device: ownDevice })).toMatchObject({
    status: 429,
    code: 'too-many-tries',
    detail:
      'Demasiados intentos. Entre con un código que le enviaremos, o vuelva a intentarlo dentro de 15 minutos.',
  })
})

test('in a known browser the answer says that Google ended the password, guesses or not', async () => {
  const app = await provenApp()
  await app.signInSocially({ email, authoritative: true })
  await guessesFromEverywhere(app)
  const ended = { status: 401, code: 'no-password' }
  for (let i = 0; i < 15; i++)
    expect(await logIn(app, goodPassword, { device: ownDevice })).toMatchObject(ended)
  const elsewhere = { device: otherDevice, captcha: 'human' }
  expect(await logIn(app, goodPassword, elsewhere)).toMatchObject({ code: 'too-many-failures' })
  vi.setSystemTime(Date.now() + hours(1) + 1)
  expect(await logIn(app, goodPassword, elsewhere)).toMatchObject({ code: 'wrong-password' })
})

test('an address without an account answers the same', async () => {
  const app = await openApp()
  expect(await guessesFromEverywhere(app)).toBe(50)
  expect(await logIn(app, wrong, { captcha: 'human' })).toMatchObject({ code: 'too-many-failures' })
})

test('the right password takes nothing of the hour', async () => {
  const app = await provenApp()
  let call = 0
  for (let i = 0; i < 60; i++)
    expect((await logIn(app, goodPassword, { network: `203.0.113.${call++}` })).status).toBe(200)
  expect(await guessesFromEverywhere(app)).toBe(50)
})

test('ten failures write to a proven mailbox, once in six hours, and say nothing of who it was', async () => {
  const app = await provenApp()
  for (let i = 0; i < 9; i++) await logIn(app, wrong, { network: '203.0.113.9' })
  expect(await warnings(app)).toEqual([])
  await guessesFromEverywhere(app, 30)
  const at = app.clock.now().toISOString()
  expect(await warnings(app)).toEqual([{ key: expect.any(String), recipient: email, data: { at } }])
  vi.setSystemTime(Date.now() + hours(6) - 1000)
  await guessesFromEverywhere(app, 30)
  expect(await warnings(app)).toHaveLength(1)
  vi.setSystemTime(Date.now() + hours(1) + 1000)
  await guessesFromEverywhere(app, 30)
  expect(await warnings(app)).toHaveLength(2)
})

test('sends no mail about guesses to an unproven mailbox', async () => {
  const app = await openApp()
  await app.register(email)
  await guessesFromEverywhere(app, 30)
  expect(await warnings(app)).toEqual([])
})
