import { expect, test } from 'vitest'
import { type AccountsApp, goodPassword, onlyLink, openAccounts, otherDevice } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const another = 'granizo sobre la parra'

const change = (house: AccountsApp, token?: string, body: object = {}, device?: string) =>
  house.post(
    '/auth/change-password',
    { current_password: goodPassword, password: another, ...body },
    token,
    device,
  )
const notices = (house: AccountsApp) =>
  house.db.selectFrom('mail').select(['recipient', 'data']).where('kind', '=', 'password-changed').execute()

async function proven() {
  const house = await openAccounts()
  const { access_token: here } = await house.register(email)
  await house.verify(await onlyLink(house, email))
  return { house, here }
}

test('a changed password ends all other sessions and known browsers, and the mailbox is told (design/accounts.md#password-change)', async () => {
  const { house, here } = await proven()
  const { access_token: elsewhere } = await house.logIn(email, goodPassword, otherDevice)
  expect(await change(house, here)).toMatchObject({ status: 200 })
  expect((await house.account(here)).status).toBe(200)
  expect((await house.account(elsewhere)).status).toBe(401)
  expect(await house.db.selectFrom('known_device').selectAll().execute()).toHaveLength(1)
  expect((await house.logIn(email, goodPassword)).status).toBe(401)
  expect((await house.logIn(email, another)).status).toBe(200)
  const askedAt = house.clock.now().toISOString()
  expect(await notices(house)).toEqual([
    { recipient: email, data: { browser: 'un navegador desconocido', askedAt } },
  ])
})

test('without a session, or the password there is, nothing changes; nor for one that is easily guessed', async () => {
  const { house, here } = await proven()
  expect(await change(house)).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await change(house, here, { current_password: 'no era esta' })).toMatchObject({
    status: 403,
    code: 'current-password-wrong',
  })
  expect(await change(house, here, { password: 'corta' })).toMatchObject({ code: 'short-password' })
  expect(await change(house, here, { password: 'letmein2026' })).toMatchObject({ code: 'common-password' })
  expect((await house.logIn(email)).status).toBe(200)
  expect(await notices(house)).toEqual([])
})

test('an account without a password gets its first through the mailbox', async () => {
  const house = await openAccounts()
  const { access_token: here } = await house.signInSocially({ email })
  expect(await change(house, here)).toMatchObject({ status: 409, code: 'no-password-yet' })
  await house.post('/auth/forgot-password', { email })
  expect((await house.reset(await onlyLink(house, email, 'password-reset'), another)).status).toBe(200)
  expect((await house.logIn(email, another)).status).toBe(200)
})

test('a link to a new password that was asked for before no longer counts', async () => {
  const { house, here } = await proven()
  await house.post('/auth/forgot-password', { email })
  const link = await onlyLink(house, email, 'password-reset')
  await change(house, here)
  expect(await house.reset(link, 'una tercera contraseña')).toMatchObject({ code: 'reset-link-invalid' })
})

test('a reset tells the mailbox, too; a change under an unproven claim tells nobody', async () => {
  const house = await openAccounts()
  const { access_token: here } = await house.register(email)
  expect((await change(house, here)).status).toBe(200)
  expect(await notices(house)).toEqual([])
  await house.post('/auth/forgot-password', { email })
  await house.reset(await onlyLink(house, email, 'password-reset'), goodPassword)
  expect(await notices(house)).toMatchObject([{ recipient: email }])
})

test('the tries are counted with those of a sign-in', async () => {
  const house = await openAccounts({ withLimits: true })
  const { access_token: here } = await house.register(email)
  for (let i = 0; i < 5; i++) await house.logIn(email, 'no era esta')
  const statuses: number[] = []
  for (let i = 0; i < 6; i++)
    statuses.push((await change(house, here, { current_password: 'no era esta' })).status)
  expect(statuses).toEqual([...Array(5).fill(403), 429])
})

test('a password that was reset while the old one was being checked stays', async () => {
  const house = await openAccounts()
  const { access_token: here } = await house.register(email)
  await house.post('/auth/forgot-password', { email })
  const link = await onlyLink(house, email, 'password-reset')
  const { passwords } = house.world
  const hash = passwords.hash.bind(passwords)
  passwords.hash = async (...asked) => {
    passwords.hash = hash
    await house.reset(link, 'la del buzón, más nueva')
    return hash(...asked)
  }
  expect(await change(house, here)).toMatchObject({ code: 'current-password-wrong' })
  expect((await house.logIn(email, another)).status).toBe(401)
  expect((await house.logIn(email, 'la del buzón, más nueva')).status).toBe(200)
})
