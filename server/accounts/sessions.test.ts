import { addOperator } from '../operating/account-commands.ts'
import { expect, test } from 'vitest'
import {
  type AccountsApp,
  goodPassword,
  onlyLink,
  openAccounts,
  otherDevice,
  ownDevice,
} from '../testing/test-app.ts'

const day = 24 * 60 * 60 * 1000
const signedOut = { status: 401, detail: 'Inicie sesión para continuar.', code: 'unauthenticated' }

test('after logging out the token is dead, and only that one (design/accounts.md#password-reset)', async () => {
  const house = await openAccounts()
  const { access_token: kept } = await house.register('ana@ejemplo.test')
  const { access_token: left } = await house.logIn('ana@ejemplo.test')
  expect((await house.post('/auth/logout', undefined, left)).status).toBe(200)
  expect(await house.account(left)).toMatchObject(signedOut)
  expect((await house.account(kept)).status).toBe(200)
  expect((await house.post('/auth/logout', undefined, left)).status).toBe(200)
})

test('a session ends after thirty days without use (design/accounts.md#sessions)', async () => {
  const house = await openAccounts()
  const { access_token } = await house.register('ana@ejemplo.test')
  for (const _ of 'abc') {
    house.clock.pass(20 * day)
    expect((await house.account(access_token)).status).toBe(200)
  }
  house.clock.pass(30 * day)
  expect(await house.account(access_token)).toMatchObject(signedOut)
})

test('no token, a made-up one, and the hash of a real one open nothing', async () => {
  const house = await openAccounts()
  await house.register('ana@ejemplo.test')
  const [{ token_hash } = { token_hash: Buffer.alloc(0) }] = await house.db
    .selectFrom('login_session')
    .select('token_hash')
    .execute()
  for (const token of [
    undefined,
    'x'.repeat(43),
    token_hash.toString('hex'),
    token_hash.toString('base64url'),
  ])
    expect(await house.account(token)).toMatchObject(signedOut)
  expect(await house.post('/auth/logout')).toMatchObject(signedOut)
})

test('operators and verified people are known as such', async () => {
  const operator = { name: 'Ana', isSupervisor: false }
  const house = await openAccounts()
  const email = 'ana@ejemplo.test'
  const { access_token } = await house.signInSocially({ email, authoritative: true })
  expect((await addOperator(house.world, { ...operator, email, by: 'test' })).trouble).toBe(false)
  expect(await house.account(access_token)).toMatchObject({ emailVerified: true, operator })
  expect((await house.account(access_token)).headers['cache-control']).toBe('no-store')
})

test('one sees where one is signed in, and ends one session or all others; never those of others', async () => {
  const house = await openAccounts()
  const { access_token: here = '' } = await house.register('ana@ejemplo.test')
  house.clock.pass(1000)
  const { access_token: phone = '' } = await house.logIn('ana@ejemplo.test', goodPassword, otherDevice)
  const { access_token: stranger = '' } = await house.register('otra@ejemplo.test')
  const { sessions = [] } = await house.get('/account/sessions', here)
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  expect(sessions[1]?.since).toBe(new Date(house.clock.now().getTime() - 1000).toISOString())
  const [{ id } = { id: '' }] = sessions

  await house.remove(`/account/sessions/${id}`, stranger)
  expect((await house.account(phone)).status).toBe(200)
  expect((await house.remove(`/account/sessions/${id}`, here)).status).toBe(200)
  expect((await house.account(phone)).status).toBe(401)

  const { access_token: again = '' } = await house.logIn('ana@ejemplo.test', goodPassword, otherDevice)
  expect((await house.remove('/account/sessions', here)).status).toBe(200)
  expect((await house.account(again)).status).toBe(401)
  expect((await house.account(here)).status).toBe(200)
  expect((await house.account(stranger)).status).toBe(200)
  expect((await house.remove('/account/sessions')).status).toBe(401)
})

/** Whether the mailbox has proven who is in this browser: Google with a mailbox not its own joins there only. */
const joinsGoogle = async (house: AccountsApp, device: string) => {
  const identity = { email: 'ana@ejemplo.test', subject: 'former holder', authoritative: false }
  return (await house.signInSocially(identity, device)).status === 200
}

/** Signed in here, and on a phone, with a proven mailbox. */
async function hereAndOnPhone() {
  const house = await openAccounts()
  const { access_token: here = '' } = await house.register('ana@ejemplo.test')
  await house.verify(await onlyLink(house, 'ana@ejemplo.test'))
  house.clock.pass(1000)
  const { access_token: phone = '' } = await house.logIn('ana@ejemplo.test', goodPassword, otherDevice)
  const { sessions = [] } = await house.get('/account/sessions', here)
  const endThePhone = () => house.remove(`/account/sessions/${sessions[0]?.id}`, here)
  return { house, phone, endThePhone }
}

test('a browser whose session was ended in the profile is a stranger, and no other one', async () => {
  const { house, endThePhone } = await hereAndOnPhone()
  expect((await endThePhone()).status).toBe(200)
  expect(await joinsGoogle(house, otherDevice)).toBe(false)
  expect(await joinsGoogle(house, ownDevice)).toBe(true)
})

test('a browser in which one logged out is still known', async () => {
  const { house, phone } = await hereAndOnPhone()
  expect((await house.post('/auth/logout', undefined, phone, otherDevice)).status).toBe(200)
  expect(await joinsGoogle(house, otherDevice)).toBe(true)
})

test('an older session in the browser that asks is ended, and the browser known', async () => {
  const { house } = await hereAndOnPhone()
  const { access_token: again = '' } = await house.logIn('ana@ejemplo.test')
  const { sessions = [] } = await house.get('/account/sessions', again)
  for (const { id, isCurrent } of sessions)
    if (!isCurrent) await house.remove(`/account/sessions/${id}`, again)
  expect(await joinsGoogle(house, ownDevice)).toBe(true)
})

test('where it was not written down which browser a session was in, all but the one that asks are strangers', async () => {
  const { house, endThePhone } = await hereAndOnPhone()
  await house.db.updateTable('login_session').set({ device_hash: null }).execute()
  expect((await endThePhone()).status).toBe(200)
  expect(await joinsGoogle(house, otherDevice)).toBe(false)
  expect(await joinsGoogle(house, ownDevice)).toBe(true)
})
