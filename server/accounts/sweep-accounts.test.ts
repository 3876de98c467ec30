import { expect, test } from 'vitest'
import { spendAnswer } from './captcha-routes.ts'
import { goodPassword, onlyLink, openAccounts, otherDevice, ownDevice } from '../testing/test-app.ts'
import { hashOfToken } from './sessions.ts'
import { sweepAccounts } from '../privacy/erase.ts'

const day = 24 * 60 * 60 * 1000

test('what no longer opens anything goes; what does stays', async () => {
  const house = await openAccounts()
  const lost = await house.register('ana@ejemplo.test')
  const { id: lostId } = await house.account(lost.access_token)
  const { access_token: winner } = await house.signInSocially({ email: 'ana@ejemplo.test' })
  const claimed = await house.register('otra@ejemplo.test')
  await spendAnswer(house.db, 'nonce', new Date(house.clock.now().getTime() + 1000))
  expect(await sweepAccounts(house.world)).toBe(0)

  house.clock.pass(2 * day)
  expect(await sweepAccounts(house.world)).toBeGreaterThan(0)
  const left = await house.db.selectFrom('account').select('id').execute()
  expect(left).toHaveLength(2)
  expect(left.map(({ id }) => id)).not.toContain(lostId)
  expect(await house.db.selectFrom('email_link').selectAll().execute()).toEqual([])
  expect(await house.db.selectFrom('captcha_used').selectAll().execute()).toEqual([])
  for (const token of [winner, claimed.access_token]) expect((await house.account(token)).status).toBe(200)

  house.clock.pass(30 * day)
  await sweepAccounts(house.world)
  expect(await house.db.selectFrom('login_session').selectAll().execute()).toEqual([])
  expect(await house.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
})

test('a browser in which nobody has signed in for a year is known no more (design/accounts.md#sessions)', async () => {
  const house = await openAccounts()
  const email = 'ana@ejemplo.test'
  await house.register(email)
  await house.verify(await onlyLink(house, email))
  await house.logIn(email, goodPassword, otherDevice)
  const known = () => house.db.selectFrom('known_device').select('device_hash').execute()
  house.clock.pass(200 * day)
  expect((await house.logIn(email)).status).toBe(200)

  house.clock.pass(165 * day)
  await sweepAccounts(house.world)
  expect(await known()).toEqual([{ device_hash: hashOfToken(ownDevice) }])
  house.clock.pass(199 * day)
  await sweepAccounts(house.world)
  expect(await known()).toHaveLength(1)
  house.clock.pass(day)
  await sweepAccounts(house.world)
  expect(await known()).toEqual([])
})

test('a claim that lost goes, its letter does not', async () => {
  const house = await openAccounts()
  const { id } = await house.account((await house.register('ana@ejemplo.test')).access_token)
  await house.pool.query(
    `insert into letter (id, account_id, state, fingerprint, pages, sheets, pdf_sha256, price_lines, total_cents,
       currency, created_at, state_since, printed_day)
     values (gen_random_uuid(), $1, 'frozen', '\\x00', 1, 1, '', '[]', 329, 'eur', now(), now(), '2026-11-21')`,
    [id],
  )
  await house.signInSocially({ email: 'ana@ejemplo.test' })
  house.clock.pass(2 * day)
  await sweepAccounts(house.world)
  expect(await house.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
  expect(await house.db.selectFrom('letter').selectAll().execute()).toHaveLength(1)
})

test('an answered captcha counts once, however many ask at the same time', async () => {
  const house = await openAccounts()
  const until = new Date(house.clock.now().getTime() + day)
  const spent = await Promise.all(Array.from({ length: 8 }, () => spendAnswer(house.db, 'nonce', until)))
  expect(spent.filter(Boolean)).toHaveLength(1)
})

test('a link just expired is still told from an invalid one after a sweep', async () => {
  const house = await openAccounts()
  await house.register('ana@ejemplo.test')
  const link = await onlyLink(house, 'ana@ejemplo.test')
  house.clock.pass(day)
  await sweepAccounts(house.world)
  expect((await house.verify(link)).detail).toBe('Verification link has expired')
})
