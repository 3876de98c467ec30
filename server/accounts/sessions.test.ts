import { addOperator } from '../operating/account-commands.ts'
import { expect, test } from 'vitest'
import { type AccountsApp, goodPassword, openAccounts, otherDevice, ownDevice } from '../testing/test-app.ts'

const day = 24 * 60 * 60 * 1000
const signedOut = { status: 401, detail: 'Inicie sesión para continuar.', code: 'unauthenticated' }

test('after logging out the token is dead, and only that one (design/accounts.md#password-reset)', async () => {
  const app = await openAccounts()
  const { access_token: kept } = await app.register('ana@ejemplo.test')
  const { access_token: left } = await app.logIn('ana@ejemplo.test')
  expect((await app.post('/auth/logout', undefined, left)).status).toBe(200)
  expect(await app.account(left)).toMatchObject(signedOut)
  expect((await app.account(kept)).status).toBe(200)
  expect((await app.post('/auth/logout', undefined, left)).status).toBe(200)
})

test('a session ends after thirty days without use (design/accounts.md#sessions)', async () => {
  const app = await openAccounts()
  const { access_token } = await app.register('ana@ejemplo.test')
  for (const _ of 'abc') {
    app.clock.pass(20 * day)
    expect((await app.account(access_token)).status).toBe(200)
  }
  app.clock.pass(30 * day)
  expect(await app.account(access_token)).toMatchObject(signedOut)
})

test('no token, a made-up one, and the hash of a real one open nothing', async () => {
  const app = await openAccounts()
  await app.register('ana@ejemplo.test')
  const [{ token_hash } = { token_hash: Buffer.alloc(0) }] = await app.db
    .selectFrom('login_session')
    .select('token_hash')
    .execute()
  for (const token of [
    undefined,
    'x'.repeat(43),
    token_hash.toString('hex'),
    token_hash.toString('base64url'),
  ])
    expect(await app.account(token)).toMatchObject(signedOut)
  expect(await app.post('/auth/logout')).toMatchObject(signedOut)
})

test('operators and verified people are known as such', async () => {
  const operator = { name: 'Ana', isSupervisor: false }
  const app = await openAccounts()
  const email = 'ana@ejemplo.test'
  const { access_token } = await app.signInSocially({ email, authoritative: true })
  expect((await addOperator(app.world, { ...operator, email, by: 'test' })).trouble).toBe(false)
  expect(await app.account(access_token)).toMatchObject({ emailVerified: true, operator })
  expect((await app.account(access_token)).headers['cache-control']).toBe('no-store')
})

test('one sees where one is signed in, and ends one session or all others; never those of others', async () => {
  const app = await openAccounts()
  const { access_token: here = '' } = await app.register('ana@ejemplo.test')
  app.clock.pass(1000)
  const { access_token: phone = '' } = await app.logIn('ana@ejemplo.test', goodPassword, otherDevice)
  const { access_token: stranger = '' } = await app.register('otra@ejemplo.test')
  const { sessions = [] } = await app.get('/account/sessions', here)
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  expect(sessions[1]?.since).toBe(new Date(app.clock.now().getTime() - 1000).toISOString())
  const [{ id } = { id: '' }] = sessions

  await app.remove(`/account/sessions/${id}`, stranger)
  expect((await app.account(phone)).status).toBe(200)
  expect((await app.remove(`/account/sessions/${id}`, here)).status).toBe(200)
  expect((await app.account(phone)).status).toBe(401)

  const { access_token: again = '' } = await app.logIn('ana@ejemplo.test', goodPassword, otherDevice)
  expect((await app.remove('/account/sessions', here)).status).toBe(200)
  expect((await app.account(again)).status).toBe(401)
  expect((await app.account(here)).status).toBe(200)
  expect((await app.account(stranger)).status).toBe(200)
  expect((await app.remove('/account/sessions')).status).toBe(401)
})

/** Whether the mailbox has proven who is in this browser: Google with a mailbox not its own joins there only. */
const joinsGoogle = async (app: AccountsApp, device: string) => {
  const identity = { email: 'ana@ejemplo.test', subject: 'former holder', authoritative: false }
  return (await app.signInSocially(identity, device)).status === 200
}

/** Signed in here, and on a phone, with a proven mailbox. */
async function hereAndOnPhone() {
  const app = await openAccounts()
  const here = await app.registerProven('ana@ejemplo.test')
  app.clock.pass(1000)
  const { access_token: phone = '' } = await app.logIn('ana@ejemplo.test', goodPassword, otherDevice)
  const { sessions = [] } = await app.get('/account/sessions', here)
  const endThePhone = () => app.remove(`/account/sessions/${sessions[0]?.id}`, here)
  return { app, phone, endThePhone }
}

test('ending a session in the profile forgets its browser, and no other', async () => {
  const { app, endThePhone } = await hereAndOnPhone()
  expect((await endThePhone()).status).toBe(200)
  expect(await joinsGoogle(app, otherDevice)).toBe(false)
  expect(await joinsGoogle(app, ownDevice)).toBe(true)
})

test('a browser in which one logged out is still known', async () => {
  const { app, phone } = await hereAndOnPhone()
  expect((await app.post('/auth/logout', undefined, phone, otherDevice)).status).toBe(200)
  expect(await joinsGoogle(app, otherDevice)).toBe(true)
})

test('an older session in the browser that asks is ended, and the browser known', async () => {
  const { app } = await hereAndOnPhone()
  const { access_token: again = '' } = await app.logIn('ana@ejemplo.test')
  const { sessions = [] } = await app.get('/account/sessions', again)
  for (const { id, isCurrent } of sessions) if (!isCurrent) await app.remove(`/account/sessions/${id}`, again)
  expect(await joinsGoogle(app, ownDevice)).toBe(true)
})
