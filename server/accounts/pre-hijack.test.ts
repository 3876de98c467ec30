import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type AccountsApp,
  goodPassword,
  onlyLink,
  openAccounts,
  otherDevice,
  ownDevice,
} from '../testing/test-app.ts'
import { aLetter, aPayment } from '../testing/factories.ts'
import { proofs } from '../testing/mailbox/proofs.ts'
import { hashOfToken } from './sessions.ts'

// Sudhodanan & Paverd, "Pre-hijacked accounts" (2022): an attacker prepares the account before its owner comes.
const victim = 'victima@ejemplo.test'
const attackersPassword = 'la clave del atacante'
const victimsPassword = 'la clave de la victima'
/** Google's word on a mailbox that is not Google's own, and has another owner by now. */
const former = { email: victim, subject: 'former holder', authoritative: false }

async function enterCode(app: AccountsApp, device?: string) {
  app.clock.pass(1000)
  await app.askForCode(victim, device)
  return app.enterCode(victim, (await app.codesTo(victim)).at(-1) ?? '', device)
}
async function resetLink(app: AccountsApp) {
  await app.post('/auth/forgot-password', { email: victim })
  return (await app.linksTo(victim, 'password-reset')).at(-1) ?? ''
}
const registerElsewhere = (app: AccountsApp) => app.register(victim, attackersPassword, 'human', otherDevice)

const withPassword = 'a password, and has links sent'
const withGoogle = 'a Google identity of who once had the mailbox'

/** What the attacker has before the owner comes: an account with a session, letters and addresses. */
const preparations = {
  [withPassword]: async (app: AccountsApp) => {
    const attacker = await registerElsewhere(app)
    return { ...attacker, verification: await onlyLink(app, victim), reset: await resetLink(app) }
  },
  [withGoogle]: async (app: AccountsApp) => {
    const attacker = await app.signInSocially(former, otherDevice)
    return { ...attacker, verification: undefined, reset: await resetLink(app) }
  },
}
type Pair = [prepared: keyof typeof preparations, proof: keyof typeof proofs]
describe('nothing that an attacker prepared opens the account of the owner, or comes into it (design/accounts.md#claims)', () => {
  // Where Google has begun an account there is no second claim, and no second Google identity.
  test.each<Pair>([
    [withPassword, 'a link of an own claim'],
    [withPassword, 'a code'],
    [withPassword, 'a reset'],
    [withPassword, 'Google'],
    [withGoogle, 'a code'],
    [withGoogle, 'a reset'],
  ])('he has %s; she proves the mailbox by %s', async (prepared, proof) => {
    const app = await openAccounts()
    const attacker = await preparations[prepared](app)
    const { id: account_id = '' } = await app.account(attacker.access_token)
    const sealed = { wrapped_key: Buffer.alloc(0), key_name: 'test', content: Buffer.alloc(1) }
    const book = { id: randomUUID(), account_id, looked_at: new Date(0), ...sealed }
    if (attacker.verification) await app.db.insertInto('address_book').values(book).execute()
    const unpaid = await aLetter(app.db, { state: 'frozen', account_id })

    const owner = await proofs[proof](app, victim)
    const { id, emailVerified } = await app.account(owner.access_token)
    expect(emailVerified).toBe(true)

    expect((await app.account(attacker.access_token)).status).toBe(401)
    expect((await app.logIn(victim, attackersPassword, otherDevice)).status).toBe(401)
    expect((await app.signInSocially(former, otherDevice)).status).toBe(409)
    expect(await app.reset(attacker.reset, attackersPassword)).toMatchObject({ code: 'reset-link-invalid' })
    const known = await app.db.selectFrom('known_device').select('device_hash').execute()
    expect(known.filter(({ device_hash }) => device_hash.equals(hashOfToken(otherDevice)))).toEqual([])
    expect((await app.account(owner.access_token)).status).toBe(200)
    if (!attacker.verification) return

    expect((await app.verify(attacker.verification)).detail).toBe('Verification link is invalid')
    expect(id).not.toBe(account_id)
    const letters = app.db.selectFrom('letter').select(['id', 'account_id'])
    expect(await letters.execute()).toEqual([{ id: unpaid, account_id }])
    expect(await app.db.selectFrom('address_book').selectAll().execute()).toEqual([])
  })
})

test('trojan identifier: who once had the mailbox takes no letters by it, nor ends the claim of who wrote them', async () => {
  const app = await openAccounts()
  const owner = await app.register(victim, victimsPassword)
  const { id = '' } = await app.account(owner.access_token)
  await aPayment(app.db, await aLetter(app.db, { state: 'paid', account_id: id }))
  const ownerOfLetter = () => app.db.selectFrom('letter').select('account_id').executeTakeFirstOrThrow()
  expect((await app.signInSocially(former, otherDevice)).status).toBe(409)
  expect(await app.account(owner.access_token)).toMatchObject({ status: 200, id })
  expect(await ownerOfLetter()).toEqual({ account_id: id })
})

test('a reset requested for a claim is not sent after the claim has lost', async () => {
  const app = await openAccounts()
  await app.register(victim, attackersPassword)
  await app.post('/auth/forgot-password', { email: victim })
  await app.post('/auth/request-verification', { email: victim })
  await app.signInSocially({ email: victim })
  expect(await app.linksTo(victim, 'password-reset')).toEqual([])
  expect(await app.linksTo(victim)).toHaveLength(1) // the one of the registration, void by now
})

test('Google and codes by turns: one code in the browser where Google is used, and both stay (design/accounts.md#claims)', async () => {
  const app = await openAccounts()
  const own = { email: victim, authoritative: false }
  const google = await app.signInSocially(own)
  const phone = await enterCode(app, otherDevice)
  expect((await app.account(google.access_token)).status).toBe(401)
  expect((await app.signInSocially(own)).status).toBe(409)

  const confirmed = await enterCode(app)
  const again = await app.signInSocially(own)
  await enterCode(app, 'z'.repeat(43))
  for (const { access_token } of [phone, confirmed, again])
    expect((await app.account(access_token)).status).toBe(200)
  expect((await app.signInSocially(own, 'y'.repeat(43))).status).toBe(200)
})

test("the word of the mailbox's own provider is ended by no code", async () => {
  const app = await openAccounts()
  const own = { email: victim, authoritative: true }
  const google = await app.signInSocially(own)
  await enterCode(app, otherDevice)
  expect((await app.account(google.access_token)).status).toBe(200)
  expect((await app.signInSocially(own)).status).toBe(200)
})

test("the owner of a mailbox who opens the link of a stranger's claim proves nothing (design/accounts.md#claims)", async () => {
  const app = await openAccounts()
  const attacker = await registerElsewhere(app)
  const link = await onlyLink(app, victim)
  expect(await app.verify(link)).toMatchObject({ status: 403, code: 'claim-unknown-here' })
  expect(await app.verify(link, { password: goodPassword })).toMatchObject({
    status: 403,
    code: 'claim-password-wrong',
  })
  expect(await app.account(attacker.access_token)).toMatchObject({ status: 200, emailVerified: false })
})

test('of two mails that look alike the newer, of a stranger, voids nothing of the owner', async () => {
  const app = await openAccounts()
  const own = await app.register(victim)
  const [ownLink = ''] = await app.linksTo(victim)
  await registerElsewhere(app)
  const strangers = (await app.linksTo(victim)).find((link) => link !== ownLink) ?? ''

  expect((await app.verify(strangers)).status).toBe(403)
  expect(await app.account(own.access_token)).toMatchObject({ status: 200, emailVerified: false })
  expect(await app.verify(ownLink)).toMatchObject({ status: 200, message: 'Email verified' })
  expect((await app.logIn(victim, attackersPassword, otherDevice)).status).toBe(401)
})

test("elsewhere a link counts with the claim's own password, in the browser that registered at once", async () => {
  const app = await openAccounts()
  await app.register(victim)
  const link = await onlyLink(app, victim)
  expect((await app.verify(link, { device: otherDevice })).status).toBe(403)
  expect(await app.verify(link, { device: otherDevice, password: goodPassword })).toMatchObject({
    message: 'Email verified',
  })
  expect(await app.verify(link, { device: otherDevice })).toMatchObject({
    message: 'Email already verified',
  })

  await app.register('ana@ejemplo.test')
  await app.post('/auth/logout')
  expect(await app.verify(await onlyLink(app, 'ana@ejemplo.test'))).toMatchObject({ status: 200 })
})

test('where one has signed in with the password the link counts at once, too', async () => {
  const app = await openAccounts()
  await app.register(victim)
  await app.logIn(victim, goodPassword, otherDevice)
  expect(await app.verify(await onlyLink(app, victim), { device: otherDevice })).toMatchObject({
    message: 'Email verified',
  })
})

test('claims from elsewhere, however many, do not disable a password: neither where it is known nor of who paid', async () => {
  const app = await openAccounts()
  const own = await app.register(victim)
  for (const _ of 'abcd') {
    app.clock.pass(1000)
    await registerElsewhere(app)
  }
  expect((await app.logIn(victim, goodPassword, ownDevice)).status).toBe(200)
  expect((await app.logIn(victim, goodPassword, 'n'.repeat(43))).status).toBe(401)
  const { id = '' } = await app.account(own.access_token)
  await aPayment(app.db, await aLetter(app.db, { state: 'paid', account_id: id }))
  expect((await app.logIn(victim, goodPassword, 'n'.repeat(43))).status).toBe(200)
})

/** Of a letter under that claim. */
async function pays(app: AccountsApp, claim: { access_token?: string }, said = {}) {
  const { id: account_id = '' } = await app.account(claim.access_token)
  const letterId = await aLetter(app.db, { state: 'paid', account_id })
  return aPayment(app.db, letterId, { paid_at: app.clock.now(), ...said })
}

test.each<[string, (app: AccountsApp, claim: { access_token?: string }) => Promise<unknown>]>([
  ['has gone back', (app, claim) => pays(app, claim, { state: 'refunded', refunded_cents: 329 })],
  ['a bank has given back', (app, claim) => pays(app, claim, { dispute: 'lost' })],
  [
    'was asked back',
    async (app, claim) => {
      const payment_id = await pays(app, claim)
      const asked = { payment_id, amount_cents: 329, reason: 'cancelled', requested_at: app.clock.now() }
      await app.db.insertInto('refund').values(asked).execute()
    },
  ],
  [
    'was never taken for a letter that was cancelled',
    async (app, claim) => {
      const { id: account_id = '' } = await app.account(claim.access_token)
      await aLetter(app.db, { state: 'cancelled', account_id })
    },
  ],
])('a claim does not count as paid when its money %s', async (_what, paysForNothing) => {
  const app = await openAccounts()
  await pays(app, await app.register(victim))
  for (const _ of 'abc') {
    app.clock.pass(1000)
    await paysForNothing(app, await registerElsewhere(app))
  }
  expect((await app.logIn(victim, goodPassword, 'n'.repeat(43))).status).toBe(200)
})

test.each(['before', 'after'])(
  'who paid first keeps the password; claims made %s pay later',
  async (when) => {
    const app = await openAccounts()
    const claim = async () => (app.clock.pass(1000), registerElsewhere(app))
    const early = when === 'before' ? [await claim(), await claim(), await claim()] : []
    app.clock.pass(1000)
    await pays(app, await app.register(victim))
    const strangers = early.length ? early : [await claim(), await claim(), await claim()]
    app.clock.pass(1000)
    for (const stranger of strangers) await pays(app, stranger)
    expect((await app.logIn(victim, goodPassword, 'n'.repeat(43))).status).toBe(200)
  },
)

test('the mail says when and in which browser it was asked for', async () => {
  const app = await openAccounts()
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
  await app.fastify.inject({
    method: 'POST',
    url: '/auth/register',
    payload: { email: victim, password: goodPassword, recaptcha_token: 'human' },
    headers: { 'user-agent': userAgent },
  })
  const { data } = await app.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({
    browser: 'Firefox en Windows',
    askedAt: app.clock.now().toISOString(),
  })
})
