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
  const app = await openAccounts()
  const token = await app.registerProven(email)
  const { id = '' } = await app.account(token)
  const set = (at: Date | null) => app.db.transaction().execute((tx) => setDisabled(tx, id, at))
  expect(await set(app.clock.now())).toBe(true)

  expect((await app.account(token)).status).toBe(401)
  expect(await app.logIn(email)).toMatchObject(refused)
  await app.askForCode(email)
  expect(await app.enterCode(email, (await app.codesTo(email)).at(-1) ?? '')).toMatchObject(refused)
  expect(await app.signInSocially(google)).toMatchObject(refused)
  expect(await app.logIn(email, 'otra contraseña cualquiera')).toMatchObject({
    status: 401,
    code: 'wrong-password',
  })
  expect(await app.register(email)).toMatchObject({ status: 400, code: 'email-taken' })
  expect(await app.db.selectFrom('login_session').selectAll().execute()).toEqual([])

  expect(await set(null)).toBe(true)
  expect((await app.signInSocially(google)).status).toBe(200)
  await app.post('/auth/forgot-password', { email })
  await app.reset(await onlyLink(app, email, 'password-reset'), goodPassword)
  expect((await app.logIn(email)).status).toBe(200)
})
