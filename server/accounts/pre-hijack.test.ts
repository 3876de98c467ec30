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

async function enterCode(house: AccountsApp, device = ownDevice) {
  house.clock.pass(1000)
  await house.askForCode(victim, device)
  return house.enterCode(victim, (await house.codesTo(victim)).at(-1) ?? '', device)
}
const isOut = async (house: AccountsApp, token: string | undefined) =>
  expect((await house.account(token)).status).toBe(401)
const cannotLogIn = async (house: AccountsApp, password: string) =>
  expect((await house.logIn(victim, password)).status).toBe(401)

test('classic-federated merge: the social sign-in of the owner leaves the attacker neither password nor session', async () => {
  const house = await openAccounts()
  const attacker = await house.register(victim, attackersPassword)
  const attackersLink = await onlyLink(house, victim)
  const attackersId = (await house.account(attacker.access_token)).id

  const owner = await house.signInSocially({ email: victim, authoritative: true })
  expect((await house.account(owner.access_token)).id).not.toBe(attackersId)
  await isOut(house, attacker.access_token)
  await cannotLogIn(house, attackersPassword)
  expect((await house.verify(attackersLink)).detail).toBe('Verification link is invalid')
  expect(await house.db.selectFrom('email_link').selectAll().execute()).toEqual([])
})

test('unexpired session: a reset by the owner of the mailbox ends the session of the attacker', async () => {
  const house = await openAccounts()
  const attacker = await house.register(victim, attackersPassword)
  await house.post('/auth/forgot-password', { email: victim })
  const link = await onlyLink(house, victim, 'password-reset')
  expect((await house.reset(link, victimsPassword)).status).toBe(200)
  await isOut(house, attacker.access_token)
  await cannotLogIn(house, attackersPassword)
  expect((await house.logIn(victim, victimsPassword)).status).toBe(200)
})

test("trojan password: the link of one claim never activates another claim's password", async () => {
  const house = await openAccounts()
  const attacker = await house.register(victim, attackersPassword)
  const [attackersLink = ''] = await house.linksTo(victim)
  const owner = await house.register(victim, victimsPassword)
  const ownersLink = (await house.linksTo(victim)).find((link) => link !== attackersLink) ?? ''

  expect((await house.verify(ownersLink)).message).toBe('Email verified')
  await cannotLogIn(house, attackersPassword)
  await isOut(house, attacker.access_token)
  expect((await house.verify(attackersLink)).detail).toBe('Verification link is invalid')
  expect((await house.account(owner.access_token)).status).toBe(200)
  expect((await house.logIn(victim, victimsPassword)).status).toBe(200)
})

test("an earlier reset link of the attacker's claim is dead once the owner has proven the mailbox", async () => {
  const house = await openAccounts()
  await house.register(victim, attackersPassword)
  await house.post('/auth/forgot-password', { email: victim })
  const link = await onlyLink(house, victim, 'password-reset')
  await house.signInSocially({ email: victim })
  expect((await house.reset(link, attackersPassword)).code).toBe('reset-link-invalid')
  await cannotLogIn(house, attackersPassword)
})

test('trojan identifier: a social identity joined by who once had the mailbox goes with a reset', async () => {
  const house = await openAccounts()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  const attacker = await house.signInSocially(former)
  await house.post('/auth/forgot-password', { email: victim })
  await house.reset(await onlyLink(house, victim, 'password-reset'), victimsPassword)
  await isOut(house, attacker.access_token)
  expect((await house.signInSocially(former)).status).toBe(409)
  expect((await house.logIn(victim, victimsPassword)).status).toBe(200)
})

test('trojan identifier: who once had the mailbox takes no letters by it, nor ends the claim of who wrote them', async () => {
  const house = await openAccounts()
  const owner = await house.register(victim, victimsPassword)
  const { id = '' } = await house.account(owner.access_token)
  await aPayment(house.db, await aLetter(house.db, { state: 'paid', account_id: id }))
  const whose = () => house.db.selectFrom('letter').select('account_id').executeTakeFirstOrThrow()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  expect((await house.signInSocially(former, otherDevice)).status).toBe(409)
  expect(await house.account(owner.access_token)).toMatchObject({ status: 200, id })
  expect(await whose()).toEqual({ account_id: id })
})

test('non-verifying provider: an address it has not verified opens and joins nothing', async () => {
  const house = await openAccounts()
  await house.register(victim, victimsPassword)
  await house.verify(await onlyLink(house, victim))
  const attacker = await house.signInSocially({ email: victim, emailVerified: false, authoritative: true })
  expect(attacker.status).toBe(401)
})

test('a reset asked for before the owner came, and settled after, goes to nobody who lost', async () => {
  const house = await openAccounts()
  await house.register(victim, attackersPassword)
  await house.post('/auth/forgot-password', { email: victim })
  await house.post('/auth/request-verification', { email: victim })
  await house.signInSocially({ email: victim })
  expect(await house.linksTo(victim, 'password-reset')).toEqual([])
  expect(await house.linksTo(victim)).toHaveLength(1) // the one of the registration, void by now
})

test('trojan identifier: a code ends what who once had the mailbox came in by, and a reset is not needed', async () => {
  const house = await openAccounts()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  const attacker = await house.signInSocially(former, otherDevice)
  const entered = await enterCode(house)
  expect(await house.account(entered.access_token)).toMatchObject({ status: 200, emailVerified: true })
  await isOut(house, attacker.access_token)
  expect((await house.signInSocially(former, otherDevice)).status).toBe(409)
  const { sessions } = await house.get('/account/sessions', entered.access_token)
  expect(sessions).toHaveLength(1)
})

test('Google and codes by turns: one code in the browser where Google is used, and both stay (design/accounts.md#claims)', async () => {
  const house = await openAccounts()
  const own = { email: victim, authoritative: false }
  const google = await house.signInSocially(own)
  const phone = await enterCode(house, otherDevice)
  await isOut(house, google.access_token)
  expect((await house.signInSocially(own)).status).toBe(409)

  const confirmed = await enterCode(house)
  const again = await house.signInSocially(own)
  await enterCode(house, 'z'.repeat(43))
  for (const { access_token } of [phone, confirmed, again])
    expect((await house.account(access_token)).status).toBe(200)
  expect((await house.signInSocially(own, 'y'.repeat(43))).status).toBe(200)
})

test("the word of the mailbox's own provider is ended by no code", async () => {
  const house = await openAccounts()
  const own = { email: victim, authoritative: true }
  const google = await house.signInSocially(own)
  await enterCode(house, otherDevice)
  expect((await house.account(google.access_token)).status).toBe(200)
  expect((await house.signInSocially(own)).status).toBe(200)
})

test('what a stranger put into a claim goes to nobody by a reset: no address, no letter that was not paid', async () => {
  const house = await openAccounts()
  const attacker = await house.register(victim, attackersPassword, 'human', otherDevice)
  const { id: account_id = '' } = await house.account(attacker.access_token)
  const sealed = { wrapped_key: Buffer.alloc(0), key_name: 'test', content: Buffer.alloc(1) }
  const book = { id: randomUUID(), account_id, looked_at: new Date(0), ...sealed }
  await house.db.insertInto('address_book').values(book).execute()
  const unpaid = await aLetter(house.db, { state: 'frozen', account_id })
  const paid = await aLetter(house.db, { state: 'paid', account_id })
  await aPayment(house.db, paid)
  await house.post('/auth/forgot-password', { email: victim })
  expect((await house.reset(await onlyLink(house, victim, 'password-reset'), victimsPassword)).status).toBe(
    200,
  )

  await isOut(house, attacker.access_token)
  const { id } = await house.account((await house.logIn(victim, victimsPassword)).access_token)
  expect(id).not.toBe(account_id)
  const letters = await house.db.selectFrom('letter').select(['id', 'account_id']).execute()
  expect(new Map(letters.map((letter) => [letter.id, letter.account_id]))).toEqual(
    new Map([
      [unpaid, account_id],
      [paid, account_id],
    ]),
  )
  expect(await house.db.selectFrom('address_book').selectAll().execute()).toEqual([])
})

const owner = 'victima@ejemplo.test'

const registerElsewhere = (house: AccountsApp) =>
  house.register(owner, attackersPassword, 'human', otherDevice)

test("the owner of a mailbox who opens the link of a stranger's claim proves nothing (design/accounts.md#claims)", async () => {
  const house = await openAccounts()
  const attacker = await registerElsewhere(house)
  const link = await onlyLink(house, owner)
  expect(await house.verify(link)).toMatchObject({ status: 403, code: 'claim-unknown-here' })
  expect(await house.verify(link, { password: goodPassword })).toMatchObject({
    status: 403,
    code: 'claim-password-wrong',
  })
  expect(await house.account(attacker.access_token)).toMatchObject({ status: 200, emailVerified: false })
})

test('of two mails that look alike the newer, of a stranger, voids nothing of the owner', async () => {
  const house = await openAccounts()
  const own = await house.register(owner)
  const [ownLink = ''] = await house.linksTo(owner)
  await registerElsewhere(house)
  const strangers = (await house.linksTo(owner)).find((link) => link !== ownLink) ?? ''

  expect((await house.verify(strangers)).status).toBe(403)
  expect(await house.account(own.access_token)).toMatchObject({ status: 200, emailVerified: false })
  expect(await house.verify(ownLink)).toMatchObject({ status: 200, message: 'Email verified' })
  expect((await house.logIn(owner, attackersPassword, otherDevice)).status).toBe(401)
})

test("elsewhere a link counts with the claim's own password, in the browser that registered at once", async () => {
  const house = await openAccounts()
  await house.register(owner)
  const link = await onlyLink(house, owner)
  expect((await house.verify(link, { device: otherDevice })).status).toBe(403)
  expect(await house.verify(link, { device: otherDevice, password: goodPassword })).toMatchObject({
    message: 'Email verified',
  })
  expect(await house.verify(link, { device: otherDevice })).toMatchObject({
    message: 'Email already verified',
  })

  await house.register('ana@ejemplo.test')
  await house.post('/auth/logout')
  expect(await house.verify(await onlyLink(house, 'ana@ejemplo.test'))).toMatchObject({ status: 200 })
})

test('where one has signed in with the password the link counts at once, too', async () => {
  const house = await openAccounts()
  await house.register(owner)
  await house.logIn(owner, goodPassword, otherDevice)
  expect(await house.verify(await onlyLink(house, owner), { device: otherDevice })).toMatchObject({
    message: 'Email verified',
  })
})

test('ten passwords are tried at one link', async () => {
  const house = await openAccounts({ withLimits: true })
  await registerElsewhere(house)
  const link = await onlyLink(house, owner)
  const tries = Array.from({ length: 11 }, () => house.verify(link, { password: 'no era esta' }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('joining Google ends the password and the sessions the account had', async () => {
  const house = await openAccounts()
  const stranger = await house.register(owner, attackersPassword)
  await house.verify(await onlyLink(house, owner))
  const joined = await house.signInSocially({ email: owner, authoritative: true })
  expect((await house.account(stranger.access_token)).status).toBe(401)
  expect((await house.logIn(owner, attackersPassword)).status).toBe(401)
  expect(await house.account(joined.access_token)).toMatchObject({ status: 200, hasPassword: false })
})

test('a browser that was known before a reset is a stranger after it', async () => {
  const house = await openAccounts()
  await registerElsewhere(house)
  await house.post('/auth/forgot-password', { email: owner })
  await house.reset(await onlyLink(house, owner, 'password-reset'), goodPassword)
  expect(await house.db.selectFrom('known_device').selectAll().execute()).toEqual([])
})

test('claims from elsewhere, however many, do not disable a password: neither where it is known nor of who paid', async () => {
  const house = await openAccounts()
  const own = await house.register(owner)
  for (const _ of 'abcd') {
    house.clock.pass(1000)
    await registerElsewhere(house)
  }
  expect((await house.logIn(owner, goodPassword, ownDevice)).status).toBe(200)
  expect((await house.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(401)
  const { id = '' } = await house.account(own.access_token)
  await aPayment(house.db, await aLetter(house.db, { state: 'paid', account_id: id }))
  expect((await house.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
})

test('claims whose letters were cancelled unpaid are none of who paid', async () => {
  const house = await openAccounts()
  const { id = '' } = await house.account((await house.register(owner)).access_token)
  await aPayment(house.db, await aLetter(house.db, { state: 'posted', account_id: id }))
  for (const _ of 'abc') {
    house.clock.pass(1000)
    const strangers = await house.account((await registerElsewhere(house)).access_token)
    await aLetter(house.db, { state: 'cancelled', account_id: strangers.id ?? '' })
  }
  expect((await house.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
})

/** Of a letter under that claim. */
async function pays(house: AccountsApp, claim: { access_token?: string }, said = {}) {
  const { id: account_id = '' } = await house.account(claim.access_token)
  const letterId = await aLetter(house.db, { state: 'paid', account_id })
  return aPayment(house.db, letterId, { paid_at: house.clock.now(), ...said })
}

test.each<[string, (house: AccountsApp, claim: { access_token?: string }) => Promise<unknown>]>([
  ['has gone back', (house, claim) => pays(house, claim, { state: 'refunded', refunded_cents: 329 })],
  ['a bank has given back', (house, claim) => pays(house, claim, { dispute: 'lost' })],
  [
    'was asked back',
    async (house, claim) => {
      const payment_id = await pays(house, claim)
      const asked = { payment_id, amount_cents: 329, reason: 'cancelled', requested_at: house.clock.now() }
      await house.db.insertInto('refund').values(asked).execute()
    },
  ],
])('claims whose money %s are none of who paid', async (_what, paysForNothing) => {
  const house = await openAccounts()
  await pays(house, await house.register(owner))
  for (const _ of 'abc') {
    house.clock.pass(1000)
    await paysForNothing(house, await registerElsewhere(house))
  }
  expect((await house.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
})

test.each(['before', 'after'])(
  'who paid first keeps the password; claims made %s pay later',
  async (when) => {
    const house = await openAccounts()
    const claim = async () => (house.clock.pass(1000), registerElsewhere(house))
    const early = when === 'before' ? [await claim(), await claim(), await claim()] : []
    house.clock.pass(1000)
    await pays(house, await house.register(owner))
    const strangers = early.length ? early : [await claim(), await claim(), await claim()]
    house.clock.pass(1000)
    for (const stranger of strangers) await pays(house, stranger)
    expect((await house.logIn(owner, goodPassword, 'n'.repeat(43))).status).toBe(200)
  },
)

test('the mail says when and in which browser it was asked for', async () => {
  const house = await openAccounts()
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
  await house.app.inject({
    method: 'POST',
    url: '/auth/register',
    payload: { email: owner, password: goodPassword, recaptcha_token: 'human' },
    headers: { 'user-agent': userAgent },
  })
  const { data } = await house.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({
    browser: 'Firefox en Windows',
    askedAt: house.clock.now().toISOString(),
  })
})
