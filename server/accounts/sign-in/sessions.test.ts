import { expect, test } from 'vitest'
import { accountHouse } from '../../testing/account-house.ts'

const day = 24 * 60 * 60 * 1000
const signedOut = { status: 401, detail: 'Inicie sesión para continuar.', code: 'unauthenticated' }

test('after logging out the token is dead, and only that one (design.md#password-reset)', async () => {
  const house = await accountHouse()
  const { access_token: kept } = await house.register('ana@ejemplo.test')
  const { access_token: left } = await house.logIn('ana@ejemplo.test')
  expect((await house.post('/auth/logout', undefined, left)).status).toBe(200)
  expect(await house.account(left)).toMatchObject(signedOut)
  expect((await house.account(kept)).status).toBe(200)
  expect((await house.post('/auth/logout', undefined, left)).status).toBe(200)
})

test('a session ends after thirty days', async () => {
  const house = await accountHouse()
  const { access_token } = await house.register('ana@ejemplo.test')
  house.clock.pass(30 * day - 1)
  expect((await house.account(access_token)).status).toBe(200)
  house.clock.pass(1)
  expect(await house.account(access_token)).toMatchObject(signedOut)
})

test('no token, a made-up one, and the hash of a real one open nothing', async () => {
  const house = await accountHouse()
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
  const house = await accountHouse({ operatorOf: () => Promise.resolve(operator) })
  const { access_token } = await house.signInSocially({ email: 'ana@ejemplo.test' })
  expect(await house.account(access_token)).toMatchObject({ emailVerified: true, operator })
  expect((await house.account(access_token)).headers['cache-control']).toBe('no-store')
})
