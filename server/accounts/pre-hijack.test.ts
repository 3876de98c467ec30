import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type AccountsApp,
  goodPassword,
  onlyLink,
  openAccounts,
  otherDevice,
  ownDevice,
} from '../testing/test-app.ts'
import { aLetter, aPayment } from '../testing/factories.ts'

// Sudhodanan & Paverd, "Pre-hijacked accounts" (2022): an attacker prepares the account before its owner comes.
const victim = 'victima@ejemplo.test'
const attackersPassword = 'la clave del atacante'
const victimsPassword = 'la clave de la victima'

async function enterCode(app: AccountsApp, device = ownDevice) {
  app.clock.pass(1000)
  await app.askForCode(victim, device)
  return app.enterCode(victim, (await app.codesTo(victim)).at(-1) ?? '', device)
}
const isOut = async (app: AccountsApp, token: string | undefined) =>
  expect((await app.account(token)).status).toBe(401)
const cannotLogIn = async (app: AccountsApp, password: string) =>
  expect((await app.logIn(victim, password)).status).toBe(401)

test('classic-federated merge: the social sign-in of the owner leaves the attacker neither password nor session', async () => {
  const app = await openAccounts()
  const attacker = await app.register(victim, attackersPassword)
  const attackersLink = await onlyLink(app, victim)
  const attackersId = (await app.account(attacker.access_token)).id

  const owner = await app.signInSocially({ email: victim, authoritative: true })
  expect((await app.account(owner.access_token)).id).not.toBe(attackersId)
  await isOut(app, attacker.access_token)
  await cannotLogIn(app, attackersPassword)
  expect((await app.verify(attackersLink)).detail).toBe('Verification link is invalid')
  expect(await app.db.selectFrom('email_link').selectAll().execute()).toEqual([])
})

test('unexpired session: a reset by the owner of the mailbox ends the session of the attacker', async () => {
  const app = await openAccounts()
  const attacker = await app.register(victim, attackersPassword)
  await app.post('/auth/forgot-password', { email: victim })
  const link = await onlyLink(app, victim, 'password-reset')
  expect((await app.reset(link, victimsPassword)).status).toBe(200)
  await isOut(app, attacker.access_token)
  await cannotLogIn(app, attackersPassword)
  expect((await app.logIn(victim, victimsPassword)).status).toBe(200)
})

test("trojan password: the link of one claim never activates another claim's password", async () => {
  const app = await openAccounts()
  const attacker = await app.register(victim, attackersPassword)
  const [attackersLink = ''] = await app.linksTo(victim)
  const owner = await app.register(victim, victimsPassword)
  const ownersLink = (await app.linksTo(victim)).find((link) => link !== attackersLink) ?? ''

  expect((await app.verify(ownersLink)).message).toBe('Email verified')
  await cannotLogIn(app, attackersPassword)
  await isOut(app, attacker.access_token)
  expect((await app.verify(attackersLink)).detail).toBe('Verification link is invalid')
  expect((await app.account(owner.access_token)).status).toBe(200)
  expect((await app.logIn(victim, victimsPassword)).status).toBe(200)
})

test("an earlier reset link of the attacker's claim is dead once the owner has proven the mailbox", async () => {
  const app = await openAccounts()
  await app.register(victim, attackersPassword)
  await app.post('/auth/forgot-password', { email: victim })
  const link = await onlyLink(app, victim, 'password-reset')
  await app.signInSocially({ email: victim })
  expect((await app.reset(link, attackersPassword)).code).toBe('reset-link-invalid')
  await cannotLogIn(app, attackersPassword)
})

test('trojan identifier: a social identity joined by who once had the mailbox goes with a reset', async () => {
  const app = await openAccounts()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  const attacker = await app.signInSocially(former)
  await app.post('/auth/forgot-password', { email: victim })
  await app.reset(await onlyLink(app, victim, 'password-reset'), victimsPassword)
  await isOut(app, attacker.access_token)
  expect((await app.signInSocially(former)).status).toBe(409)
  expect((await app.logIn(victim, victimsPassword)).status).toBe(200)
})

test('trojan identifier: who once had the mailbox takes no letters by it, nor ends the claim of who wrote them', async () => {
  const app = await openAccounts()
  const owner = await app.register(victim, victimsPassword)
  const { id = '' } = await app.account(owner.access_token)
  await aPayment(app.db, await aLetter(app.db, { state: 'paid', account_id: id }))
  const whose = () => app.db.selectFrom('letter').select('account_id').executeTakeFirstOrThrow()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  expect((await app.signInSocially(former, otherDevice)).status).toBe(409)
  expect(await app.account(owner.access_token)).toMatchObject({ status: 200, id })
  expect(await whose()).toEqual({ account_id: id })
})

test('non-verifying provider: an address it has not verified opens and joins nothing', async () => {
  const app = await openAccounts()
  await app.register(victim, victimsPassword)
  await app.verify(await onlyLink(app, victim))
  const attacker = await app.signInSocially({ email: victim, emailVerified: false, authoritative: true })
  expect(attacker.status).toBe(401)
})

test('a reset asked for before the owner came, and settled after, goes to nobody who lost', async () => {
  const app = await openAccounts()
  await app.register(victim, attackersPassword)
  await app.post('/auth/forgot-password', { email: victim })
  await app.post('/auth/request-verification', { email: victim })
  await app.signInSocially({ email: victim })
  expect(await app.linksTo(victim, 'password-reset')).toEqual([])
  expect(await app.linksTo(victim)).toHaveLength(1) // the one of the registration, void by now
})

test('trojan identifier: a code ends what who once had the mailbox came in by, and a reset is not needed', async () => {
  const app = await openAccounts()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  const attacker = await app.signInSocially(former, otherDevice)
  const entered = await enterCode(app)
  expect(await app.account(entered.access_token)).toMatchObject({ status: 200, emailVerified: true })
  await isOut(app, attacker.access_token)
  expect((await app.signInSocially(former, otherDevice)).status).toBe(409)
  const { sessions } = await app.get('/account/sessions', entered.access_token)
  expect(sessions).toHaveLength(1)
})

test('Google and codes by turns: one code in the browser where Google is used, and both stay (design/accounts.md#claims)', async () => {
  const app = await openAccounts()
  const own = { email: victim, authoritative: false }
  const google = await app.signInSocially(own)
  const phone = await enterCode(app, otherDevice)
  await isOut(app, google.access_token)
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

test('what a stranger put into a claim goes to nobody by a reset: no address, no letter that was not paid', async () => {
  const app = await openAccounts()
  const attacker = await app.register(victim, attackersPassword, 'human', otherDevice)
  const { id: account_id = '' } = await app.account(attacker.access_token)
  const sealed = { wrapped_key: Buffer.alloc(0), key_name: 'test', content: Buffer.alloc(1) }
  const book = { id: randomUUID(), account_id, looked_at: new Date(0), ...sealed }
  await app.db.insertInto('address_book').values(book).execute()
  const unpaid = await aLetter(app.db, { state: 'frozen', account_id })
  const paid = await aLetter(app.db, { state: 'paid', account_id })
  await aPayment(app.db, paid)
  await app.post('/auth/forgot-password', { email: victim })
  expect((await app.reset(await onlyLink(app, victim, 'password-reset'), victimsPassword)).status).toBe(200)

  await isOut(app, attacker.access_token)
  const { id } = await app.account((await app.logIn(victim, victimsPassword)).access_token)
  expect(id).not.toBe(account_id)
  const letters = await app.db.selectFrom('letter').select(['id', 'account_id']).execute()
  expect(new Map(letters.map((letter) => [letter.id, letter.account_id]))).toEqual(
    new Map([
      [unpaid, account_id],
      [paid, account_id],
    ]),
  )
  expect(await app.db.selectFrom('address_book').selectAll().execute()).toEqual([])
})

const owner = 'victima@ejemplo.test'

const registerElsewhere = (app: AccountsApp) => app.register(owner, attackersPassword, 'human', otherDevice)

test("the owner of a mailbox who opens the link of a stranger's claim proves nothing (design/accounts.md#claims)", async () => {
  const app = await openAccounts()
  const attacker = await registerElsewhere(app)
  const link = await onlyLink(app, owner)
  expect(await app.verify(link)).toMatchObject({ status: 403, code: 'claim-unknown-here' })
  expect(await app.verify(link, { password: goodPassword })).toMatchObject({
    status: 403,
    code: 'claim-password-wrong',
  })
  expect(await app.account(attacker.access_token)).toMatchObject({ status: 200, emailVerified: false })
})

test('of two mails that look alike the newer, of a stranger, voids nothing of the owner', async () => {
  const app = await openAccounts()
  const own = await app.register(owner)
  const [ownLink = ''] = await app.linksTo(owner)
  await registerElsewhere(app)
  const strangers = (await app.linksTo(owner)).find((link) => link !== ownLink) ?? ''

  expect((await app.verify(strangers)).status).toBe(403)
  expect(await app.account(own.access_token)).toMatchObject({ status: 200, emailVerified: false })
  expect(await app.verify(ownLink)).toMatchObject({ status: 200, message: 'Email verified' })
  expect((await app.logIn(owner, attackersPassword, otherDevice)).status).toBe(401)
})

test("elsewhere a link counts with the claim's own password, in the browser that registered at once", async () => {
  const app = await openAccounts()
  await app.register(owner)
  const link = await onlyLink(app, owner)
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
  await app.register(owner)
  await app.logIn(owner, goodPassword, otherDevice)
  expect(await app.verify(await onlyLink(app, owner), { device: otherDevice })).toMatchObject({
    message: 'Email verified',
  })
})

test('ten passwords are tried at one link', async () => {
  const app = await openAccounts({ withLimits: true })
  await registerElsewhere(app)
  const link = await onlyLink(app, owner)
  const tries = Array.from({ length: 11 }, () => app.verify(link, { password: 'no era esta' }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('joining Google ends the password and the sessions the account had', async () => {
  const app = await openAccounts()
  const stranger = await app.register(owner, attackersPassword)
  await app.verify(await onlyLink(app, owner))
  const joined = await app.signInSocially({ email: owner, authoritative: true })
  expect((await app.account(stranger.access_token)).status).toBe(401)
  expect((await app.logIn(owner, attackersPassword)).status).toBe(401)
  expect(await app.account(joined.access_token)).toMatchObject({ status: 200, hasPassword: false })
})

test('a browser that was known before a reset is a stranger after it', async () => {
  const app = await openAccounts()
  await registerElsewhere(app)
  await app.post('/auth/forgot-password', { email: owner })
  await app.reset(await onlyLink(app, owner, 'password-reset'), goodPassword)
  expect(await app.db.selectFrom('known_device').selectAll().execute()).toEqual([])
})

test('claims from elsewhere, however many, do not disable a password: neither where it is known nor of who paid', async () => {
  const app = await openAccounts()
  const own = await app.register(owner)
  for (const _ of 'abcd') {
    app.clock.pass(1000)
    await registerElsewhere(app)
  }
  expect((await app.logIn(owner, goodPassword, ownDevice)).status).toBe(200)
  expect((await app.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(401)
  const { id = '' } = await app.account(own.access_token)
  await aPayment(app.db, await aLetter(app.db, { state: 'paid', account_id: id }))
  expect((await app.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
})

test('claims whose letters were cancelled unpaid are none of who paid', async () => {
  const app = await openAccounts()
  const { id = '' } = await app.account((await app.register(owner)).access_token)
  await aPayment(app.db, await aLetter(app.db, { state: 'posted', account_id: id }))
  for (const _ of 'abc') {
    app.clock.pass(1000)
    const strangers = await app.account((await registerElsewhere(app)).access_token)
    await aLetter(app.db, { state: 'cancelled', account_id: strangers.id ?? '' })
  }
  expect((await app.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
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
])('claims whose money %s are none of who paid', async (_what, paysForNothing) => {
  const app = await openAccounts()
  await pays(app, await app.register(owner))
  for (const _ of 'abc') {
    app.clock.pass(1000)
    await paysForNothing(app, await registerElsewhere(app))
  }
  expect((await app.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
})

test.each(['before', 'after'])(
  'who paid first keeps the password; claims made %s pay later',
  async (when) => {
    const app = await openAccounts()
    const claim = async () => (app.clock.pass(1000), registerElsewhere(app))
    const early = when === 'before' ? [await claim(), await claim(), await claim()] : []
    app.clock.pass(1000)
    await pays(app, await app.register(owner))
    const strangers = early.length ? early : [await claim(), await claim(), await claim()]
    app.clock.pass(1000)
    for (const stranger of strangers) await pays(app, stranger)
    expect((await app.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
  },
)

test('the mail says when and in which browser it was asked for', async () => {
  const app = await openAccounts()
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
  await app.fastify.inject({
    method: 'POST',
    url: '/auth/register',
    payload: { email: owner, password: goodPassword, recaptcha_token: 'human' },
    headers: { 'user-agent': userAgent },
  })
  const { data } = await app.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({
    browser: 'Firefox en Windows',
    askedAt: app.clock.now().toISOString(),
  })
})
