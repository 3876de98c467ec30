import { expect, test } from 'vitest'
import { sendRequestedLinks } from './links.ts'
import { onlyLink, openAccounts } from '../testing/test-app.ts'
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
