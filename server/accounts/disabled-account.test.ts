import { expect, test } from 'vitest'
import { goodPassword, onlyLink, openAccounts } from '../testing/test-app.ts'
import { setDisabled } from './sessions.ts'

const email = 'ana@example.org'
const refused = {
  status: 403,
  code: 'account-disabled',
  detail: expect.stringContaining('desactivada') as string,
}
const google = { subject: 'g1', email, emailVerified: true, authoritative: true }

test('no way leads into a disabled account, and only who could come in is told so (design/print-room.md#disabled-accounts)', async () => {
  const house = await openAccounts()
  const registered = await house.register(email)
  await house.verify(await onlyLink(house, email))
  const { id = '' } = await house.account(registered.access_token)
  const set = (at: Date | null) => house.db.transaction().execute((tx) => setDisabled(tx, id, at))
  expect(await set(house.clock.now())).toBe(true)

  expect((await house.account(registered.access_token)).status).toBe(401)
  expect(await house.logIn(email)).toMatchObject(refused)
  await house.askForCode(email)
  expect(await house.enterCode(email, (await house.codesTo(email)).at(-1) ?? '')).toMatchObject(refused)
  expect(await house.signInSocially(google)).toMatchObject(refused)
  expect(await house.logIn(email, 'otra contraseña cualquiera')).toMatchObject({
    status: 401,
    code: 'wrong-password',
  })
  expect(await house.register(email)).toMatchObject({ status: 400, code: 'email-taken' })
  expect(await house.db.selectFrom('login_session').selectAll().execute()).toEqual([])

  expect(await set(null)).toBe(true)
  expect((await house.signInSocially(google)).status).toBe(200)
  await house.post('/auth/forgot-password', { email })
  await house.reset(await onlyLink(house, email, 'password-reset'), goodPassword)
  expect((await house.logIn(email)).status).toBe(200)
})
