import { expect, test } from 'vitest'
import { type AccountsApp, goodPassword, onlyLink, openAccounts } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const hour = 60 * 60 * 1000
const another = 'otra clave muy distinta'
const invalid = {
  status: 400,
  detail: 'El enlace no es válido o ya se ha utilizado. Pida otro.',
  code: 'reset-link-invalid',
}

async function resetLink(house: AccountsApp): Promise<string> {
  await house.post('/auth/forgot-password', { email })
  return onlyLink(house, email, 'password-reset')
}

test('a reset changes the password, ends every session and proves the mailbox (design/accounts.md#password-reset)', async () => {
  const house = await openAccounts()
  const here = await house.register(email)
  const there = await house.logIn(email)
  const changed = await house.reset(await resetLink(house), another)
  expect(changed).toMatchObject({ status: 200, message: 'Contraseña cambiada. Inicie sesión con la nueva.' })
  for (const { access_token } of [here, there]) expect((await house.account(access_token)).status).toBe(401)
  expect((await house.logIn(email, goodPassword)).status).toBe(401)
  const { access_token } = await house.logIn(email, another)
  expect(await house.account(access_token)).toMatchObject({ emailVerified: true })
})

test('a reset link works once, also when it is used twice at once', async () => {
  const house = await openAccounts()
  await house.register(email)
  const link = await resetLink(house)
  const both = await Promise.all([house.reset(link, another), house.reset(link, 'la del segundo clic')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
  expect(await house.reset(link, goodPassword)).toMatchObject(invalid)
})

test('a used link takes the other ones of the account with it', async () => {
  const house = await openAccounts()
  await house.register(email)
  const first = await resetLink(house)
  await house.post('/auth/forgot-password', { email })
  const second = (await house.linksTo(email, 'password-reset')).find((link) => link !== first) ?? ''
  expect((await house.reset(second, another)).status).toBe(200)
  expect(await house.reset(first, goodPassword)).toMatchObject(invalid)
})

test('a reset link lasts an hour; one that was never made is invalid', async () => {
  const house = await openAccounts()
  await house.register(email)
  const link = await resetLink(house)
  house.clock.pass(hour)
  expect(await house.reset(link, another)).toMatchObject({
    status: 400,
    detail: 'El enlace ha caducado. Pida otro.',
    code: 'reset-link-expired',
  })
  expect(await house.reset('garbage', another)).toMatchObject(invalid)
})

test('a verification link resets no password', async () => {
  const house = await openAccounts()
  await house.register(email)
  expect(await house.reset(await onlyLink(house, email), another)).toMatchObject(invalid)
})

test.each([
  ['seven77', 'La contraseña debe tener al menos 8 caracteres'],
  ['ana@ejemplo.test', 'Esa contraseña es demasiado fácil de adivinar. Elija otra.'],
])('a weak new password (%s) is refused and the link still works', async (weak, detail) => {
  const house = await openAccounts()
  await house.register(email)
  const link = await resetLink(house)
  expect(await house.reset(link, weak)).toMatchObject({ status: 400, detail })
  expect((await house.reset(link, another)).status).toBe(200)
})

test('who came by social sign-in may set a password, and joins the provider again on its own word', async () => {
  const house = await openAccounts()
  const social = await house.signInSocially({ email, authoritative: true })
  const { id } = await house.account(social.access_token)
  await house.reset(await resetLink(house), another)
  expect((await house.account((await house.logIn(email, another)).access_token)).id).toBe(id)
  const again = await house.signInSocially({ email, authoritative: true })
  expect((await house.account(again.access_token)).id).toBe(id)
})

test('reset and verification of two claims at once: one owner, nothing deadlocks', async () => {
  const house = await openAccounts()
  await house.register(email)
  const verification = await onlyLink(house, email)
  house.clock.pass(1000)
  await house.register(email)
  const reset = await resetLink(house) // the newer claim's
  const outcomes = await Promise.all([house.verify(verification), house.reset(reset, another)])
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 400]))
  const verified = house.db.selectFrom('account').select('id').where('email_verified_at', 'is not', null)
  expect(await verified.execute()).toHaveLength(1)
})
