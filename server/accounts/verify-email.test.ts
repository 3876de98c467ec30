import { expect, test } from 'vitest'
import { type AccountsApp, onlyLink, openAccounts } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const hour = 60 * 60 * 1000
const invalid = { status: 400, detail: 'Verification link is invalid' }

test('a link verifies its account; the session stays', async () => {
  const app = await openAccounts()
  const { access_token } = await app.register(email)
  const link = await onlyLink(app, email)
  expect(await app.verify(link)).toMatchObject({ status: 200, message: 'Email verified' })
  expect(await app.account(access_token)).toMatchObject({ status: 200, emailVerified: true })
})

test("a second click says 'Email already verified', also after the link's time (specification, section 4)", async () => {
  const app = await openAccounts()
  await app.register(email)
  const link = await onlyLink(app, email)
  await app.verify(link)
  const again = { status: 200, message: 'Email already verified' }
  expect(await app.verify(link)).toMatchObject(again)
  app.clock.pass(25 * hour)
  expect(await app.verify(link)).toMatchObject(again)
})

test("an unknown link is 'invalid', an old one 'expired' (specification, section 4)", async () => {
  const app = await openAccounts()
  await app.register(email)
  const link = await onlyLink(app, email)
  expect(await app.verify('garbage')).toMatchObject(invalid)
  expect(await app.verify('x\0y')).toMatchObject(invalid)
  app.clock.pass(24 * hour)
  expect(await app.verify(link)).toMatchObject({ status: 400, detail: 'Verification link has expired' })
})

test('a reset link verifies nothing by itself', async () => {
  const app = await openAccounts()
  await app.register(email)
  await app.post('/auth/forgot-password', { email })
  expect(await app.verify(await onlyLink(app, email, 'password-reset'))).toMatchObject(invalid)
})

test('mail scanners that open the link do nothing: only POST acts', async () => {
  const app = await openAccounts()
  const { access_token } = await app.register(email)
  const link = await onlyLink(app, email)
  expect((await app.get(`/auth/verify-email?token=${link}`)).status).toBe(404)
  expect(await app.account(access_token)).toMatchObject({ emailVerified: false })
})

test('two claims verified at once: one wins, the other link is invalid, nothing deadlocks', async () => {
  const app = await openAccounts()
  for (let round = 0; round < 10; round++) {
    const email = `ana${round}@ejemplo.test`
    const sessions = [await app.register(email), await app.register(email), await app.register(email)]
    const links = await app.linksTo(email)
    const outcomes = await Promise.all(links.map((link) => app.verify(link)))
    expect(inOrder(outcomes)).toEqual([200, 400, 400])
    const after = await Promise.all(sessions.map(({ access_token }) => app.account(access_token)))
    expect(inOrder(after)).toEqual([200, 401, 401])
    expect(await verifiedRows(app, email)).toBe(1)
  }
})

test('one link clicked twice at once verifies once and answers both well', async () => {
  const app = await openAccounts()
  await app.register(email)
  const link = await onlyLink(app, email)
  const outcomes = await Promise.all([app.verify(link), app.verify(link)])
  expect(new Set(outcomes.map(({ message }) => message))).toEqual(
    new Set(['Email verified', 'Email already verified']),
  )
})

const inOrder = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b)

const verifiedRows = async ({ db }: AccountsApp, email: string) =>
  (
    await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .where('email_verified_at', 'is not', null)
      .execute()
  ).length
