import { expect, test } from 'vitest'
import { goodPassword, openAccounts } from '../testing/test-app.ts'
import { failingDatabase, queuesMail } from '../testing/played-database.ts'
import { testDatabase } from '../testing/test-database.ts'
import { createPasswords } from './passwords.ts'

test('a registration signs in at once and sends one link (specification, section 2)', async () => {
  const app = await openAccounts()
  const { status, access_token, message, headers } = await app.register('ana@ejemplo.test')
  expect(status).toBe(200)
  expect(message).toMatch(/^Cuenta creada\./)
  expect(headers['cache-control']).toBe('no-store')
  expect(await app.account(access_token)).toMatchObject({
    status: 200,
    email: 'ana@ejemplo.test',
    emailVerified: false,
    displayName: 'ana',
    joinedAt: '2026-11-21T09:00:00.000Z',
    lettersWritten: 0,
    hasPassword: true,
    lastLetterAt: null,
  })
  expect(await app.linksTo('ana@ejemplo.test')).toHaveLength(1)
})

test.each([
  ['seven77', 'La contraseña debe tener al menos 8 caracteres', 'short-password'],
  ['Contraseña123', 'Esa contraseña es demasiado fácil de adivinar. Elija otra.', 'common-password'],
])('the password %s is refused in Spanish, before any captcha is spent', async (password, detail, code) => {
  let asked = 0
  const captcha = { verify: () => Promise.resolve(++asked > 0) }
  const app = await openAccounts({ captcha })
  expect(await app.register('ana@ejemplo.test', password)).toMatchObject({ status: 400, detail, code })
  expect(asked).toBe(0)
})

test('a wrong captcha answer makes no account', async () => {
  const app = await openAccounts()
  const refused = await app.register('ana@ejemplo.test', goodPassword, 'machine')
  expect(refused).toMatchObject({ status: 400, code: 'captcha-refused' })
  expect(refused.detail).toBe('La verificación del captcha no es válida. Inténtelo de nuevo.')
  expect(await app.db.selectFrom('account').selectAll().execute()).toEqual([])
})

test('without an answer of the captcha provider registering fails, and says to try again', async () => {
  const captcha = { verify: () => Promise.reject(new Error('no answer')) }
  const app = await openAccounts({ captcha })
  const refused = await app.register('ana@ejemplo.test')
  expect(refused.status).toBe(503)
  expect(refused.detail).toMatch(/Inténtelo de nuevo en unos minutos\.$/)
  expect(await app.db.selectFrom('account').selectAll().execute()).toEqual([])
})

test('a verified address is taken, however it is written (facts of the claim model)', async () => {
  const app = await openAccounts()
  await app.registerProven('ana@ejemplo.test')
  expect(await app.register('  Ana@EJEMPLO.test ')).toMatchObject({
    status: 400,
    detail: 'Ya existe una cuenta con este correo electrónico.',
    code: 'email-taken',
  })
})

test('an unverified address may be claimed again: two claims, two links, two people', async () => {
  const app = await openAccounts()
  const first = await app.register('ana@ejemplo.test', 'primera palabra larga')
  const second = await app.register('ana@ejemplo.test', 'segunda palabra larga')
  const [one, two] = [await app.account(first.access_token), await app.account(second.access_token)]
  expect(one.id).not.toBe(two.id)
  expect(await app.linksTo('ana@ejemplo.test')).toHaveLength(2)
  expect((await app.logIn('ana@ejemplo.test', 'primera palabra larga')).status).toBe(200)
  expect((await app.logIn('ana@ejemplo.test', 'segunda palabra larga')).status).toBe(200)
})

test('a mail that cannot be queued leaves no account behind: one transaction', async () => {
  const database = await testDatabase()
  const db = failingDatabase(database.db, queuesMail, new Error('no outbox'))
  const app = await openAccounts({ database: { ...database, db } })
  expect((await app.register('ana@ejemplo.test')).status).toBe(500)
  expect(await app.db.selectFrom('account').selectAll().execute()).toEqual([])
})

test('ignores unknown fields: registering makes no operator and verifies no address', async () => {
  const app = await openAccounts()
  const sly = { operator: true, emailVerified: true, email_verified_at: '2026-01-01', id: 'x' }
  const body = { email: 'eva@ejemplo.test', password: goodPassword, recaptcha_token: 'human', ...sly }
  expect((await app.post('/auth/register', body)).status).toBe(200)
  const [made] = await app.db.selectFrom('account').selectAll().execute()
  expect(made).toMatchObject({ email_verified_at: null })
  expect(await app.db.selectFrom('operator').selectAll().execute()).toEqual([])
})

test('neither tokens nor passwords lie in the database, but for the link in a message not yet sent', async () => {
  const app = await openAccounts({ passwords: createPasswords() })
  const { access_token = '' } = await app.register('ana@ejemplo.test')
  await app.post('/auth/forgot-password', { email: 'ana@ejemplo.test' })
  const [link = ''] = await app.linksTo('ana@ejemplo.test')
  const [reset = ''] = await app.linksTo('ana@ejemplo.test', 'password-reset')
  await app.db.updateTable('mail').set({ data: '{}' }).execute() // as the outbox does once a message has gone

  const everything = await app.pool.query<{ xml: string }>(
    "select database_to_xml(true, true, '')::text as xml",
  )
  const text = everything.rows[0]?.xml ?? ''
  expect(text).toContain('ana@ejemplo.test')
  for (const secret of [access_token, link, reset]) {
    expect(secret).toHaveLength(43)
    const bytes = [Buffer.from(secret), Buffer.from(secret, 'base64url')]
    const forms = bytes.flatMap((secret) => [secret.toString('hex'), secret.toString('base64')])
    for (const form of [secret, goodPassword, ...forms]) expect(text).not.toContain(form)
  }
  expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
})
