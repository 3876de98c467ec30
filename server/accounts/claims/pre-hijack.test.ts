import { expect, test } from 'vitest'
import { accountHouse, onlyLink, otherDevice, type AccountHouse } from '../../testing/account-house.ts'
import { plantLetter } from '../../testing/plant.ts'

// Sudhodanan & Paverd, "Pre-hijacked accounts" (2022): an attacker prepares the account before its owner comes.
const victim = 'victima@ejemplo.test'
const attackersPassword = 'la clave del atacante'
const victimsPassword = 'la clave de la victima'

const isOut = async (house: AccountHouse, token: string | undefined) =>
  expect((await house.account(token)).status).toBe(401)
const cannotLogIn = async (house: AccountHouse, password: string) =>
  expect((await house.logIn(victim, password)).status).toBe(401)

test('classic-federated merge: the social sign-in of the owner leaves the attacker neither password nor session', async () => {
  const house = await accountHouse()
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
  const house = await accountHouse()
  const attacker = await house.register(victim, attackersPassword)
  await house.post('/auth/forgot-password', { email: victim })
  const link = await onlyLink(house, victim, 'password-reset')
  expect((await house.reset(link, victimsPassword)).status).toBe(200)
  await isOut(house, attacker.access_token)
  await cannotLogIn(house, attackersPassword)
  expect((await house.logIn(victim, victimsPassword)).status).toBe(200)
})

test("trojan password: the link of one claim never activates another claim's password", async () => {
  const house = await accountHouse()
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

test('registering again on an unverified address takes nothing from who was there before', async () => {
  const house = await accountHouse()
  const owner = await house.register(victim, victimsPassword)
  const { id } = await house.account(owner.access_token)
  const attacker = await house.register(victim, attackersPassword)
  expect((await house.account(attacker.access_token)).id).not.toBe(id)
  const entered = await house.logIn(victim, victimsPassword)
  expect((await house.account(entered.access_token)).id).toBe(id)
})

test("an earlier reset link of the attacker's claim is dead once the owner has proven the mailbox", async () => {
  const house = await accountHouse()
  await house.register(victim, attackersPassword)
  await house.post('/auth/forgot-password', { email: victim })
  const link = await onlyLink(house, victim, 'password-reset')
  await house.signInSocially({ email: victim })
  expect((await house.reset(link, attackersPassword)).code).toBe('reset-link-invalid')
  await cannotLogIn(house, attackersPassword)
})

test('trojan identifier: a social identity joined by who once had the mailbox goes with a reset', async () => {
  const house = await accountHouse()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  const attacker = await house.signInSocially(former)
  await house.post('/auth/forgot-password', { email: victim })
  await house.reset(await onlyLink(house, victim, 'password-reset'), victimsPassword)
  await isOut(house, attacker.access_token)
  expect((await house.signInSocially(former)).status).toBe(409)
  expect((await house.logIn(victim, victimsPassword)).status).toBe(200)
})

test('trojan identifier: who once had the mailbox takes no letters by it, nor ends the claim of who wrote them', async () => {
  const house = await accountHouse()
  const owner = await house.register(victim, victimsPassword)
  const { id = '' } = await house.account(owner.access_token)
  await plantLetter(house.db, { state: 'paid', account_id: id })
  const whose = () => house.db.selectFrom('letter').select('account_id').executeTakeFirstOrThrow()
  const former = { email: victim, subject: 'former holder', authoritative: false }
  expect((await house.signInSocially(former, otherDevice)).status).toBe(409)
  expect(await house.account(owner.access_token)).toMatchObject({ status: 200, id })
  expect(await whose()).toEqual({ account_id: id })

  const joined = await house.signInSocially({ email: victim, authoritative: true })
  expect(await whose()).toEqual({ account_id: (await house.account(joined.access_token)).id })
})

test('non-verifying provider: an address it has not verified opens and joins nothing', async () => {
  const house = await accountHouse()
  await house.register(victim, victimsPassword)
  await house.verify(await onlyLink(house, victim))
  const attacker = await house.signInSocially({ email: victim, emailVerified: false, authoritative: true })
  expect(attacker.status).toBe(401)
})

test('a reset asked for before the owner came, and settled after, goes to nobody who lost', async () => {
  const house = await accountHouse()
  await house.register(victim, attackersPassword)
  await house.post('/auth/forgot-password', { email: victim })
  await house.post('/auth/request-verification', { email: victim })
  await house.signInSocially({ email: victim })
  expect(await house.linksTo(victim, 'password-reset')).toEqual([])
  expect(await house.linksTo(victim)).toHaveLength(1) // the one of the registration, void by now
})
