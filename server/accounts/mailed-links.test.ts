import { expect, test } from 'vitest'
import { sendRequestedLinks } from './links.ts'
import { type AccountsApp, goodPassword, onlyLink, openAccounts } from '../testing/test-app.ts'
import { failingDatabase, queuesMail } from '../testing/played-database.ts'

const email = 'ana@ejemplo.test'
const asked = {
  status: 200,
  message: 'If your email is registered, you will receive a new verification link shortly.',
}
const forgot = {
  status: 200,
  message: 'Si hay una cuenta con ese correo, recibirá en breve un enlace para elegir otra contraseña.',
}

test('a new verification link comes to the address, and works (specification, section 7)', async () => {
  const house = await openAccounts()
  await house.register(email)
  const first = await onlyLink(house, email)
  expect(await house.post('/auth/request-verification', { email: ' ANA@ejemplo.test' })).toMatchObject(asked)
  const second = (await house.linksTo(email)).find((link) => link !== first) ?? ''
  expect((await house.verify(second)).message).toBe('Email verified')
})

test.each([
  ['/auth/request-verification', asked],
  ['/auth/forgot-password', forgot],
])(
  '%s answers the same and does the same work for known, unknown, verified and lost',
  async (call, answer) => {
    const house = await openAccounts()
    await house.register('conocida@ejemplo.test')
    await house.signInSocially({ email: 'verificada@ejemplo.test' })
    for (const name of ['conocida', 'verificada', 'nadie'])
      expect(await house.post(call, { email: `${name}@ejemplo.test` })).toMatchObject(answer)
    const jobs = await house.db.selectFrom('job').select(['payload', 'done_at']).execute()
    expect(jobs).toHaveLength(3)
    for (const { payload, done_at } of jobs) {
      expect(done_at).toBeNull()
      // An id or nothing, never the address; and what the mail says of the request.
      expect(new Set(Object.keys(payload))).toEqual(new Set(['accountId', 'browser', 'askedAt']))
    }
  },
)

test('nobody is written to at an unknown address, nor is a verified one asked to verify again', async () => {
  const house = await openAccounts()
  await house.signInSocially({ email })
  for (const call of ['/auth/request-verification', '/auth/forgot-password'])
    await house.post(call, { email: 'nadie@ejemplo.test' })
  await house.post('/auth/request-verification', { email })
  expect(await house.linksTo(email)).toEqual([])
  expect(await house.linksTo('nadie@ejemplo.test')).toEqual([])
  expect(await house.linksTo('nadie@ejemplo.test', 'password-reset')).toEqual([])
})

test('among claims the newest gets the link; who is signed in gets the one of the own claim', async () => {
  const house = await openAccounts()
  const mine = await house.register(email)
  house.clock.pass(60_000)
  const newer = await house.register(email)
  const before = new Set(await house.linksTo(email))
  const newLink = async () => {
    const added = (await house.linksTo(email)).filter((link) => !before.has(link))
    added.forEach((link) => before.add(link))
    return added[0] ?? ''
  }
  const ownerOf = async (token: string | undefined) => (await house.account(token)).id
  const idOf = async (link: string) => {
    await house.verify(link)
    const verified = house.db.selectFrom('account').select('id').where('email_verified_at', 'is not', null)
    return (await verified.executeTakeFirst())?.id
  }
  const [mineId, newerId] = [await ownerOf(mine.access_token), await ownerOf(newer.access_token)]
  await house.post('/auth/request-verification', { email })
  const forNewest = await newLink()
  await house.post('/auth/request-verification', { email }, mine.access_token)
  const forMine = await newLink()
  expect(await idOf(forMine)).toBe(mineId)
  expect(mineId).not.toBe(newerId)
  expect((await house.verify(forNewest)).detail).toBe('Verification link is invalid') // it was the newer claim's
})

test('an ended session, or one of another address, does not change who is asked for', async () => {
  const house = await openAccounts()
  await house.register(email)
  const other = await house.register('otra@ejemplo.test')
  await house.post('/auth/request-verification', { email }, other.access_token)
  await house.post('/auth/request-verification', { email }, 'x'.repeat(43))
  expect(await house.linksTo(email)).toHaveLength(3)
  expect(await house.linksTo('otra@ejemplo.test')).toHaveLength(1)
})

test('a request whose mail cannot be queued is tried again, not lost', async () => {
  const house = await openAccounts()
  await house.register(email)
  await house.post('/auth/forgot-password', { email })
  const db = failingDatabase(house.db, queuesMail, new TypeError(`quotes ${email}`))
  expect(await sendRequestedLinks({ ...house.world, db })).toBe(0)
  const [job] = await house.db.selectFrom('job').select(['error', 'done_at', 'run_at']).execute()
  expect(job).toMatchObject({ error: 'TypeError', done_at: null })
  await house.db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .execute()
  expect(await house.linksTo(email, 'password-reset')).toHaveLength(1)
})

const hour = 60 * 60 * 1000
const another = 'otra clave muy distinta'
const invalid = {
  status: 400,
  detail: 'El enlace no es válido o ya se ha utilizado. Pida otro.',
  code: 'reset-link-invalid',
}

async function resetLink(house: AccountsApp): Promise<string> {
  await house.post('/auth/forgot-password', { email })
  return onlyLink(house, email, 'password-reset')
}

test('a reset changes the password, ends every session and proves the mailbox (design/accounts.md#password-reset)', async () => {
  const house = await openAccounts()
  const here = await house.register(email)
  const there = await house.logIn(email)
  const changed = await house.reset(await resetLink(house), another)
  expect(changed).toMatchObject({ status: 200, message: 'Contraseña cambiada. Inicie sesión con la nueva.' })
  for (const { access_token } of [here, there]) expect((await house.account(access_token)).status).toBe(401)
  expect((await house.logIn(email, goodPassword)).status).toBe(401)
  const { access_token } = await house.logIn(email, another)
  expect(await house.account(access_token)).toMatchObject({ emailVerified: true })
})

test('a reset link works once, also when it is used twice at once', async () => {
  const house = await openAccounts()
  await house.register(email)
  const link = await resetLink(house)
  const both = await Promise.all([house.reset(link, another), house.reset(link, 'la del segundo clic')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
  expect(await house.reset(link, goodPassword)).toMatchObject(invalid)
})

test('a used link takes the other ones of the account with it', async () => {
  const house = await openAccounts()
  await house.register(email)
  const first = await resetLink(house)
  await house.post('/auth/forgot-password', { email })
  const second = (await house.linksTo(email, 'password-reset')).find((link) => link !== first) ?? ''
  expect((await house.reset(second, another)).status).toBe(200)
  expect(await house.reset(first, goodPassword)).toMatchObject(invalid)
})

test('a reset link lasts an hour; one that was never made is invalid', async () => {
  const house = await openAccounts()
  await house.register(email)
  const link = await resetLink(house)
  house.clock.pass(hour)
  expect(await house.reset(link, another)).toMatchObject({
    status: 400,
    detail: 'El enlace ha caducado. Pida otro.',
    code: 'reset-link-expired',
  })
  expect(await house.reset('garbage', another)).toMatchObject(invalid)
})

test('a verification link resets no password', async () => {
  const house = await openAccounts()
  await house.register(email)
  expect(await house.reset(await onlyLink(house, email), another)).toMatchObject(invalid)
})

test.each([
  ['seven77', 'La contraseña debe tener al menos 8 caracteres'],
  ['ana@ejemplo.test', 'Esa contraseña es demasiado fácil de adivinar. Elija otra.'],
])('a weak new password (%s) is refused and the link still works', async (weak, detail) => {
  const house = await openAccounts()
  await house.register(email)
  const link = await resetLink(house)
  expect(await house.reset(link, weak)).toMatchObject({ status: 400, detail })
  expect((await house.reset(link, another)).status).toBe(200)
})

test('who came by social sign-in may set a password, and joins the provider again on its own word', async () => {
  const house = await openAccounts()
  const social = await house.signInSocially({ email, authoritative: true })
  const { id } = await house.account(social.access_token)
  await house.reset(await resetLink(house), another)
  expect((await house.account((await house.logIn(email, another)).access_token)).id).toBe(id)
  const again = await house.signInSocially({ email, authoritative: true })
  expect((await house.account(again.access_token)).id).toBe(id)
})

test('reset and verification of two claims at once: one owner, nothing deadlocks', async () => {
  const house = await openAccounts()
  await house.register(email)
  const verification = await onlyLink(house, email)
  house.clock.pass(1000)
  await house.register(email)
  const reset = await resetLink(house) // the newer claim's
  const outcomes = await Promise.all([house.verify(verification), house.reset(reset, another)])
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 400]))
  const verified = house.db.selectFrom('account').select('id').where('email_verified_at', 'is not', null)
  expect(await verified.execute()).toHaveLength(1)
})
