import { expect, test } from 'vitest'
import { type AccountsApp, goodPassword, onlyLink, openAccounts, otherDevice } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const another = 'granizo sobre la parra'

const change = (app: AccountsApp, token?: string, body: object = {}, device?: string) =>
  app.post(
    '/auth/change-password',
    { current_password: goodPassword, password: another, ...body },
    token,
    device,
  )
const notices = (app: AccountsApp) => app.mails('password-changed')

async function proven() {
  const app = await openAccounts()
  return { app, here: await app.registerProven(email) }
}

test('a changed password ends all other sessions and known browsers, and the mailbox is told (design/accounts.md#password-change)', async () => {
  const { app, here } = await proven()
  const { access_token: elsewhere } = await app.logIn(email, goodPassword, otherDevice)
  expect(await change(app, here)).toMatchObject({ status: 200 })
  expect((await app.account(here)).status).toBe(200)
  expect((await app.account(elsewhere)).status).toBe(401)
  expect(await app.db.selectFrom('known_device').selectAll().execute()).toHaveLength(1)
  expect((await app.logIn(email, goodPassword)).status).toBe(401)
  expect((await app.logIn(email, another)).status).toBe(200)
  const askedAt = app.clock.now().toISOString()
  expect(await notices(app)).toMatchObject([
    { recipient: email, data: { browser: 'un navegador desconocido', askedAt } },
  ])
})

test('without a session, or the password there is, nothing changes; nor for one that is easily guessed', async () => {
  const { app, here } = await proven()
  expect(await change(app)).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await change(app, here, { current_password: 'no era esta' })).toMatchObject({
    status: 403,
    code: 'current-password-wrong',
  })
  expect(await change(app, here, { password: 'corta' })).toMatchObject({ code: 'short-password' })
  expect(await change(app, here, { password: 'letmein2026' })).toMatchObject({ code: 'common-password' })
  expect((await app.logIn(email)).status).toBe(200)
  expect(await notices(app)).toEqual([])
})

test('an account without a password gets its first through the mailbox', async () => {
  const app = await openAccounts()
  const { access_token: here } = await app.signInSocially({ email })
  expect(await change(app, here)).toMatchObject({ status: 409, code: 'no-password-yet' })
  await app.post('/auth/forgot-password', { email })
  expect((await app.reset(await onlyLink(app, email, 'password-reset'), another)).status).toBe(200)
  expect((await app.logIn(email, another)).status).toBe(200)
})

test('a link to a new password that was asked for before no longer counts', async () => {
  const { app, here } = await proven()
  await app.post('/auth/forgot-password', { email })
  const link = await onlyLink(app, email, 'password-reset')
  await change(app, here)
  expect(await app.reset(link, 'una tercera contraseña')).toMatchObject({ code: 'reset-link-invalid' })
})

test('a reset mails the mailbox, too; a change under an unproven claim mails no one', async () => {
  const app = await openAccounts()
  const { access_token: here } = await app.register(email)
  expect((await change(app, here)).status).toBe(200)
  expect(await notices(app)).toEqual([])
  await app.post('/auth/forgot-password', { email })
  await app.reset(await onlyLink(app, email, 'password-reset'), goodPassword)
  expect(await notices(app)).toMatchObject([{ recipient: email }])
})

test('a password that was reset while the old one was being checked stays', async () => {
  const app = await openAccounts()
  const { access_token: here } = await app.register(email)
  await app.post('/auth/forgot-password', { email })
  const link = await onlyLink(app, email, 'password-reset')
  const { passwords } = app.world
  const hash = passwords.hash.bind(passwords)
  passwords.hash = async (...asked) => {
    passwords.hash = hash
    await app.reset(link, 'la del buzón, más nueva')
    return hash(...asked)
  }
  expect(await change(app, here)).toMatchObject({ code: 'current-password-wrong' })
  expect((await app.logIn(email, another)).status).toBe(401)
  expect((await app.logIn(email, 'la del buzón, más nueva')).status).toBe(200)
})
