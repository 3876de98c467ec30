import { expect, test } from 'vitest'
import { spendAnswer } from './captcha-routes.ts'
import { goodPassword, onlyLink, openAccounts, otherDevice, ownDevice } from '../testing/test-app.ts'
import { hashOfToken } from './sessions.ts'
import { sweepAccounts } from '../privacy/erase.ts'

const day = 24 * 60 * 60 * 1000

test('what no longer opens anything goes; what does stays', async () => {
  const app = await openAccounts()
  const lost = await app.register('ana@ejemplo.test')
  const { id: lostId } = await app.account(lost.access_token)
  const { access_token: winner } = await app.signInSocially({ email: 'ana@ejemplo.test' })
  const claimed = await app.register('otra@ejemplo.test')
  await spendAnswer(app.db, 'nonce', new Date(app.clock.now().getTime() + 1000))
  expect(await sweepAccounts(app.world)).toBe(0)

  app.clock.pass(2 * day)
  expect(await sweepAccounts(app.world)).toBeGreaterThan(0)
  const left = await app.db.selectFrom('account').select('id').execute()
  expect(left).toHaveLength(2)
  expect(left.map(({ id }) => id)).not.toContain(lostId)
  expect(await app.db.selectFrom('email_link').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('captcha_used').selectAll().execute()).toEqual([])
  for (const token of [winner, claimed.access_token]) expect((await app.account(token)).status).toBe(200)

  app.clock.pass(30 * day)
  await sweepAccounts(app.world)
  expect(await app.db.selectFrom('login_session').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
})

test('forgets a browser without a sign-in for a year (design/accounts.md#sessions)', async () => {
  const app = await openAccounts()
  const email = 'ana@ejemplo.test'
  await app.registerProven(email)
  await app.logIn(email, goodPassword, otherDevice)
  const known = () => app.db.selectFrom('known_device').select('device_hash').execute()
  app.clock.pass(200 * day)
  expect((await app.logIn(email)).status).toBe(200)

  app.clock.pass(165 * day)
  await sweepAccounts(app.world)
  expect(await known()).toEqual([{ device_hash: hashOfToken(ownDevice) }])
  app.clock.pass(199 * day)
  await sweepAccounts(app.world)
  expect(await known()).toHaveLength(1)
  app.clock.pass(day)
  await sweepAccounts(app.world)
  expect(await known()).toEqual([])
})

test('a claim that lost goes, its letter does not', async () => {
  const app = await openAccounts()
  const { id } = await app.account((await app.register('ana@ejemplo.test')).access_token)
  await app.pool.query(
    `insert into letter (id, account_id, state, fingerprint, pages, sheets, pdf_sha256, price_lines, total_cents,
       currency, created_at, state_since, printed_day)
     values (gen_random_uuid(), $1, 'frozen', '\\x00', 1, 1, '', '[]', 329, 'eur', now(), now(), '2026-11-21')`,
    [id],
  )
  await app.signInSocially({ email: 'ana@ejemplo.test' })
  app.clock.pass(2 * day)
  await sweepAccounts(app.world)
  expect(await app.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
  expect(await app.db.selectFrom('letter').selectAll().execute()).toHaveLength(1)
})

test('an answered captcha counts once, however many ask at the same time', async () => {
  const app = await openAccounts()
  const until = new Date(app.clock.now().getTime() + day)
  const spent = await Promise.all(Array.from({ length: 8 }, () => spendAnswer(app.db, 'nonce', until)))
  expect(spent.filter(Boolean)).toHaveLength(1)
})

test('a link just expired is still told from an invalid one after a sweep', async () => {
  const app = await openAccounts()
  await app.register('ana@ejemplo.test')
  const link = await onlyLink(app, 'ana@ejemplo.test')
  app.clock.pass(day)
  await sweepAccounts(app.world)
  expect((await app.verify(link)).detail).toBe('Verification link has expired')
})
