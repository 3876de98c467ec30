// @module-tag long
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { tooManyTries } from '../http/limits.ts'
import { type AccountsApp, openAccounts, openLimits, otherDevice } from '../testing/test-app.ts'
import { sweepAccounts } from '../privacy/erase.ts'

const email = 'ana@ejemplo.test'
const minute = 60_000

async function newestCode(app: AccountsApp, device?: string) {
  expect(await app.askForCode(email, device)).toMatchObject({ status: 200 })
  app.clock.pass(1)
  return (await app.codesTo(email)).at(-1) ?? ''
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('six digits from the mailbox make an account, proven and signed in; the next ones enter it (design/accounts.md#sign-in-code)', async () => {
  const app = await openAccounts()
  const code = await newestCode(app)
  expect(code).toMatch(/^\d{6}$/)
  const entered = await app.enterCode(` ANA@ejemplo.test `, `${code.slice(0, 3)} ${code.slice(3)}`)
  const made = await app.account(entered.access_token)
  expect(made).toMatchObject({ status: 200, email, emailVerified: true, hasPassword: false })
  const again = await app.enterCode(email, await newestCode(app, otherDevice), otherDevice)
  expect((await app.account(again.access_token)).id).toBe(made.id)
  expect((await app.account(entered.access_token)).status).toBe(200)
})

test('a code counts in the browser that asked, once, for ten minutes', async () => {
  const app = await openAccounts()
  const code = await newestCode(app)
  expect(await app.enterCode(email, code, otherDevice)).toMatchObject({ status: 400, code: 'code-expired' })
  expect((await app.enterCode(email, code)).status).toBe(200)
  expect(await app.enterCode(email, code)).toMatchObject({ code: 'code-expired' })

  const late = await newestCode(app)
  app.clock.pass(10 * minute)
  expect(await app.enterCode(email, late)).toMatchObject({ code: 'code-expired' })
  const inTime = await newestCode(app)
  app.clock.pass(10 * minute - 1)
  expect((await app.enterCode(email, inTime)).status).toBe(400) // a millisecond passed while it was read
  const justInTime = await newestCode(app)
  app.clock.pass(10 * minute - 2)
  expect((await app.enterCode(email, justInTime)).status).toBe(200)
})

test('five tries at a code, also all at once; the fifth wrong one ends it', async () => {
  const app = await openAccounts()
  const code = await newestCode(app)
  const tries = await Promise.all(Array.from({ length: 10 }, () => app.enterCode(email, wrong(code))))
  expect(tries.filter((tried) => tried.code === 'code-wrong')).toHaveLength(4)
  expect(await app.enterCode(email, code)).toMatchObject({ code: 'code-expired' })
  const next = await newestCode(app)
  for (let i = 0; i < 4; i++) expect((await app.enterCode(email, wrong(next))).code).toBe('code-wrong')
  expect((await app.enterCode(email, next)).status).toBe(200)
})

test('a new code voids the one before it in that browser, and no code of another browser', async () => {
  const app = await openAccounts()
  const first = await newestCode(app)
  const strangers = await newestCode(app, otherDevice)
  expect(strangers).not.toBe('')
  expect((await app.enterCode(email, first)).status).toBe(200)

  const old = await newestCode(app)
  const fresh = await newestCode(app)
  if (old !== fresh) expect(await app.enterCode(email, old)).toMatchObject({ code: 'code-wrong' })
  expect((await app.enterCode(email, fresh)).status).toBe(200)
})

test('the answer never tells whether there is an account', async () => {
  const app = await openAccounts()
  const unknown = await app.askForCode(email)
  const unasked = await app.enterCode(email, '123456', otherDevice)
  await app.enterCode(email, (await app.codesTo(email))[0] ?? '')
  const known = await app.askForCode(email)
  const essence = ({ status, message, detail, code }: typeof known) => ({ status, message, detail, code })
  expect(essence(known)).toEqual(essence(unknown))
  expect(essence(await app.enterCode(email, '123456', otherDevice))).toEqual(essence(unasked))
  expect(await app.codesTo(email)).toHaveLength(2)
})

test('without a solved captcha, or in a browser that keeps nothing, no code is sent', async () => {
  const app = await openAccounts()
  expect(await app.askForCode(email, undefined, 'machine')).toMatchObject({ code: 'captcha-refused' })
  expect(await app.askForCode(email, 'short')).toMatchObject({ code: 'browser-without-secret' })
  expect(await app.enterCode(email, '123456', 'short')).toMatchObject({ code: 'browser-without-secret' })
  expect(await app.codesTo(email)).toEqual([])
})

test('a code proves her own claim of this browser; what opened it before ends, and one mail says so (design/accounts.md#behind-it)', async () => {
  const app = await openAccounts()
  await app.register(email, 'la clave del atacante', 'human', otherDevice)
  app.clock.pass(1000)
  const own = await app.register(email)
  const { id } = await app.account(own.access_token)
  const strangersCode = await newestCode(app, otherDevice)
  const entered = await app.enterCode(email, await newestCode(app))

  expect(await app.enterCode(email, strangersCode, otherDevice)).toMatchObject({ code: 'code-expired' })
  expect((await app.account(entered.access_token)).id).toBe(id)
  // A stranger may have left it there.
  expect((await app.account(own.access_token)).status).toBe(401)
  expect((await app.logIn(email)).status).toBe(401)
  const told = async () => (await app.mails('password-ended')).map(({ recipient }) => recipient)
  expect(await told()).toEqual([email])
  await app.enterCode(email, await newestCode(app))
  expect(await told()).toEqual([email])
})

test('a proven account keeps its password and its sessions', async () => {
  const app = await openAccounts()
  const own = await app.registerProven(email)
  await app.enterCode(email, await newestCode(app, otherDevice), otherDevice)
  expect((await app.account(own)).status).toBe(200)
  expect((await app.logIn(email)).status).toBe(200)
})

test('only a hash of the code is kept, which the table alone does not solve; it goes once its time is over', async () => {
  const app = await openAccounts()
  const code = await newestCode(app)
  const rows = await app.db.selectFrom('sign_in_code').selectAll().execute()
  expect(rows).toHaveLength(1)
  const plain = [code, `${code} `, `${code} ${rows[0]?.device_hash.toString('hex')}`, `${code} ${email}`]
  for (const guess of plain)
    expect(rows[0]?.code_hash.equals(createHash('sha256').update(guess).digest())).toBe(false)
  expect(JSON.stringify(rows)).not.toContain(code)
  app.clock.pass(10 * minute)
  await sweepAccounts(app.world)
  expect(await app.db.selectFrom('sign_in_code').selectAll().execute()).toEqual([])
})

test('where strangers have filled the mailbox for today, one registers all the same, without a mail', async () => {
  const take = () => Promise.reject(tooManyTries(60))
  const app = await openAccounts({ limits: { ...openLimits, mailsTo: { ...openLimits.mailsTo, take } } })
  expect((await app.register(email)).status).toBe(200)
  expect(await app.linksTo(email)).toEqual([])
})

test('with an account go the codes of its address', async () => {
  const app = await openAccounts()
  const { access_token } = await app.enterCode(email, await newestCode(app))
  await app.askForCode(email)
  const erased = await app.inject(access_token, 'DELETE', '/account', { confirmation: 'BORRAR' })
  expect(erased.statusCode).toBe(200)
  expect(await app.db.selectFrom('sign_in_code').selectAll().execute()).toEqual([])
})

test('erasing a claim leaves the codes of the mailbox valid', async () => {
  const app = await openAccounts()
  const code = await newestCode(app)
  const stranger = await app.register(email, 'la clave del atacante', 'human', otherDevice)
  const erasure = { confirmation: 'BORRAR', password: 'la clave del atacante' }
  const erased = await app.inject(stranger.access_token, 'DELETE', '/account', erasure)
  expect(erased.statusCode).toBe(200)
  expect((await app.enterCode(email, code)).status).toBe(200)
})

test('characters copied around the address or the digits are ignored', async () => {
  const app = await openAccounts()
  const first = await app.enterCode(email, await newestCode(app))
  const { id } = await app.account(first.access_token)
  const copied = [
    [`${email}\u200b`, (code: string) => `Su código: ${code}`],
    [`Ana Cal <${email}>`, (code: string) => Array.from(code).join(' ')],
    [`mailto:${email}`, (code: string) => `\u200b${code.slice(0, 3)}-${code.slice(3)}`],
    [`${email},`, (code: string) => code.replace(/\d/g, (one) => String.fromCharCode(0xff10 + Number(one)))],
  ] as const
  for (const [written, around] of copied) {
    expect(await app.askForCode(written)).toMatchObject({ status: 200 })
    app.clock.pass(1)
    const code = (await app.codesTo(email)).at(-1) ?? ''
    const entered = await app.enterCode(written, around(code))
    expect((await app.account(entered.access_token)).id).toBe(id)
  }
})
