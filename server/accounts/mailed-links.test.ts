import { expect, test } from 'vitest'
import { sendRequestedLinks } from './links.ts'
import { type AccountsApp, goodPassword, onlyLink, openAccounts } from '../testing/test-app.ts'
import { tryJobsNow } from '../testing/alarms/alarm-app.ts'
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
  const app = await openAccounts()
  await app.register(email)
  const first = await onlyLink(app, email)
  expect(await app.post('/auth/request-verification', { email: ' ANA@ejemplo.test' })).toMatchObject(asked)
  const second = (await app.linksTo(email)).find((link) => link !== first) ?? ''
  expect((await app.verify(second)).message).toBe('Email verified')
})

test.each([
  ['/auth/request-verification', asked],
  ['/auth/forgot-password', forgot],
])(
  '%s answers the same and does the same work for known, unknown, verified and lost',
  async (call, answer) => {
    const app = await openAccounts()
    await app.register('conocida@ejemplo.test')
    await app.signInSocially({ email: 'verificada@ejemplo.test' })
    for (const name of ['conocida', 'verificada', 'nadie'])
      expect(await app.post(call, { email: `${name}@ejemplo.test` })).toMatchObject(answer)
    const jobs = await app.db.selectFrom('job').select(['payload', 'done_at']).execute()
    expect(jobs).toHaveLength(3)
    for (const { payload, done_at } of jobs) {
      expect(done_at).toBeNull()
      // An id or nothing, never the address; and what the mail says of the request.
      expect(new Set(Object.keys(payload))).toEqual(new Set(['accountId', 'purpose', 'browser', 'askedAt']))
    }
  },
)

test('sends no mail to an unknown address, and no verification to a verified one', async () => {
  const app = await openAccounts()
  await app.signInSocially({ email })
  for (const call of ['/auth/request-verification', '/auth/forgot-password'])
    await app.post(call, { email: 'nadie@ejemplo.test' })
  await app.post('/auth/request-verification', { email })
  expect(await app.linksTo(email)).toEqual([])
  expect(await app.linksTo('nadie@ejemplo.test')).toEqual([])
  expect(await app.linksTo('nadie@ejemplo.test', 'password-reset')).toEqual([])
})

test('among claims the newest gets the link; who is signed in gets the one of the own claim', async () => {
  const app = await openAccounts()
  const mine = await app.register(email)
  app.clock.pass(60_000)
  const newer = await app.register(email)
  const before = new Set(await app.linksTo(email))
  const newLink = async () => {
    const added = (await app.linksTo(email)).filter((link) => !before.has(link))
    added.forEach((link) => before.add(link))
    return added[0] ?? ''
  }
  const ownerOf = async (token: string | undefined) => (await app.account(token)).id
  const idOf = async (link: string) => {
    await app.verify(link)
    const verified = app.db.selectFrom('account').select('id').where('email_verified_at', 'is not', null)
    return (await verified.executeTakeFirst())?.id
  }
  const [mineId, newerId] = [await ownerOf(mine.access_token), await ownerOf(newer.access_token)]
  await app.post('/auth/request-verification', { email })
  const forNewest = await newLink()
  await app.post('/auth/request-verification', { email }, mine.access_token)
  const forMine = await newLink()
  expect(await idOf(forMine)).toBe(mineId)
  expect(mineId).not.toBe(newerId)
  expect((await app.verify(forNewest)).detail).toBe('Verification link is invalid') // it was the newer claim's
})

test('an ended session, or one of another address, does not change who is asked for', async () => {
  const app = await openAccounts()
  await app.register(email)
  const other = await app.register('otra@ejemplo.test')
  await app.post('/auth/request-verification', { email }, other.access_token)
  await app.post('/auth/request-verification', { email }, 'x'.repeat(43))
  expect(await app.linksTo(email)).toHaveLength(3)
  expect(await app.linksTo('otra@ejemplo.test')).toHaveLength(1)
})

test('retries a request when its mail cannot be queued', async () => {
  const app = await openAccounts()
  await app.register(email)
  await app.post('/auth/forgot-password', { email })
  const db = failingDatabase(app.db, queuesMail, new TypeError(`quotes ${email}`))
  expect(await sendRequestedLinks({ ...app.world, db })).toBe(0)
  const [job] = await app.db.selectFrom('job').select(['error', 'done_at', 'run_at']).execute()
  expect(job).toMatchObject({ error: 'TypeError', done_at: null })
  await tryJobsNow(app.db)
  expect(await app.linksTo(email, 'password-reset')).toHaveLength(1)
})

const hour = 60 * 60 * 1000
const another = 'otra clave muy distinta'
const invalid = {
  status: 400,
  detail: 'El enlace no es válido o ya se ha utilizado. Pida otro.',
  code: 'reset-link-invalid',
}

async function resetLink(app: AccountsApp): Promise<string> {
  await app.post('/auth/forgot-password', { email })
  return onlyLink(app, email, 'password-reset')
}

test('a reset changes the password, ends every session and proves the mailbox (design/accounts.md#password-reset)', async () => {
  const app = await openAccounts()
  const here = await app.register(email)
  const there = await app.logIn(email)
  const changed = await app.reset(await resetLink(app), another)
  expect(changed).toMatchObject({ status: 200, message: 'Contraseña cambiada. Inicie sesión con la nueva.' })
  for (const { access_token } of [here, there]) expect((await app.account(access_token)).status).toBe(401)
  expect((await app.logIn(email, goodPassword)).status).toBe(401)
  const { access_token } = await app.logIn(email, another)
  expect(await app.account(access_token)).toMatchObject({ emailVerified: true })
})

test('a reset link works once, also when it is used twice at once', async () => {
  const app = await openAccounts()
  await app.register(email)
  const link = await resetLink(app)
  const both = await Promise.all([app.reset(link, another), app.reset(link, 'la del segundo clic')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
  expect(await app.reset(link, goodPassword)).toMatchObject(invalid)
})

test('a used link takes the other ones of the account with it', async () => {
  const app = await openAccounts()
  await app.register(email)
  const first = await resetLink(app)
  await app.post('/auth/forgot-password', { email })
  const second = (await app.linksTo(email, 'password-reset')).find((link) => link !== first) ?? ''
  expect((await app.reset(second, another)).status).toBe(200)
  expect(await app.reset(first, goodPassword)).toMatchObject(invalid)
})

test('a reset link lasts an hour; one that was never made is invalid', async () => {
  const app = await openAccounts()
  await app.register(email)
  const link = await resetLink(app)
  app.clock.pass(hour)
  expect(await app.reset(link, another)).toMatchObject({
    status: 400,
    detail: 'El enlace ha caducado. Pida otro.',
    code: 'reset-link-expired',
  })
  expect(await app.reset('garbage', another)).toMatchObject(invalid)
})

test('a verification link resets no password', async () => {
  const app = await openAccounts()
  await app.register(email)
  expect(await app.reset(await onlyLink(app, email), another)).toMatchObject(invalid)
})

test.each([
  ['seven77', 'La contraseña debe tener al menos 8 caracteres'],
  ['ana@ejemplo.test', 'Esa contraseña es demasiado fácil de adivinar. Elija otra.'],
])('a weak new password (%s) is refused and the link still works', async (weak, detail) => {
  const app = await openAccounts()
  await app.register(email)
  const link = await resetLink(app)
  expect(await app.reset(link, weak)).toMatchObject({ status: 400, detail })
  expect((await app.reset(link, another)).status).toBe(200)
})

test('who came by social sign-in may set a password, and joins the provider again on its own word', async () => {
  const app = await openAccounts()
  const social = await app.signInSocially({ email, authoritative: true })
  const { id } = await app.account(social.access_token)
  await app.reset(await resetLink(app), another)
  expect((await app.account((await app.logIn(email, another)).access_token)).id).toBe(id)
  const again = await app.signInSocially({ email, authoritative: true })
  expect((await app.account(again.access_token)).id).toBe(id)
})
