import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSandboxSocial } from '../sandbox/google.ts'
import { testClock } from '../testing/test-clock.ts'
import { onlyLink, openAccounts, otherDevice } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const conflict = {
  status: 409,
  detail:
    'Ya existe una cuenta con este correo. Entre con un código o con su contraseña; después podrá entrar con Google.',
  code: 'password-needed',
}
const refused = { status: 401, code: 'credential-refused' }

test('the first sign-in makes a verified account, the next ones find it', async () => {
  const app = await openAccounts()
  const first = await app.signInSocially({ email })
  const again = await app.signInSocially({ email })
  const [one, two] = [await app.account(first.access_token), await app.account(again.access_token)]
  expect(one).toMatchObject({ status: 200, emailVerified: true, email })
  expect(two.id).toBe(one.id)
  expect(again.access_token).not.toBe(first.access_token)
})

test('the same person ten times at once is one account', async () => {
  const app = await openAccounts()
  const entries = await Promise.all(Array.from({ length: 10 }, () => app.signInSocially({ email })))
  expect(entries.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await app.db.selectFrom('account').select('id').execute()).toHaveLength(1)
})

test("a person is known by the provider's id, not by the address", async () => {
  const app = await openAccounts()
  const before = await app.signInSocially({ email, subject: '117' })
  const after = await app.signInSocially({ email: 'ana.nueva@ejemplo.test', subject: '117' })
  const [one, two] = [await app.account(before.access_token), await app.account(after.access_token)]
  expect(two.id).toBe(one.id)
  expect(two.email).toBe(email)
})

test.each(['garbage', ''])('refuses %j, which is no credential', async (token) => {
  const app = await openAccounts()
  expect((await app.post('/auth/google/login', { token })).status).toBeGreaterThanOrEqual(400)
  expect(await app.db.selectFrom('account').select('id').execute()).toEqual([])
})

test('a provider that has not verified the address proves nothing', async () => {
  const app = await openAccounts()
  expect(await app.signInSocially({ email, emailVerified: false, authoritative: true })).toMatchObject(
    refused,
  )
})

test('when the keys of the provider cannot be reached the answer is 503, not 401', async () => {
  const app = await openAccounts()
  const silent = await app.post('/auth/google/login', { token: 'no answer' })
  expect(silent.status).toBe(503)
  expect(silent.detail).toMatch(/Inténtelo de nuevo en unos minutos\.$/)
})

test('elsewhere than where its mailbox was shown a verified account is joined only on the word of its own mail provider', async () => {
  const app = await openAccounts()
  const before = await app.register(email)
  const { id } = await app.account(before.access_token)
  await app.verify(await onlyLink(app, email))
  expect(await app.signInSocially({ email, authoritative: false }, otherDevice)).toMatchObject(conflict)

  const joined = await app.signInSocially({ email, authoritative: true })
  expect(await app.account(joined.access_token)).toMatchObject({ id, hasPassword: false })
  expect((await app.account(before.access_token)).status).toBe(401)
  expect((await app.logIn(email)).status).toBe(401)
  expect((await app.mails('password-ended')).map(({ recipient }) => recipient)).toEqual([email])
  expect((await app.signInSocially({ email, authoritative: false })).status).toBe(200)
})

test('a second identity of the provider does not join an account that has one', async () => {
  const app = await openAccounts()
  await app.signInSocially({ email, subject: 'first', authoritative: true })
  expect(await app.signInSocially({ email, subject: 'second', authoritative: true })).toMatchObject(conflict)
})

test('an app without social sign-in does not have the call', async () => {
  const app = await openAccounts({ social: undefined })
  expect((await app.signInSocially({ email })).status).toBe(404)
})

test('a credential that was copied opens nothing without the secret of the browser it was made for', async () => {
  const { signIn, mint } = createSandboxSocial(testClock())
  const app = await openAccounts({ social: signIn })
  const secret = 's'.repeat(43)
  const token = await mint(email, createHash('sha256').update(secret).digest('base64url'))
  const enter = async (headers: Record<string, string>) =>
    (await app.fastify.inject({ method: 'POST', url: '/auth/google/login', payload: { token }, headers }))
      .statusCode
  expect(await enter({})).toBe(401)
  expect(await enter({ 'lacre-nonce': 'x'.repeat(43) })).toBe(401)
  expect(await enter({ 'lacre-nonce': secret })).toBe(200)
})
