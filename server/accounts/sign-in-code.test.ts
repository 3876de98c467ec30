// @module-tag long
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type AccountsApp,
  goodPassword,
  onlyLink,
  openAccounts,
  otherDevice,
  ownDevice,
} from '../testing/test-app.ts'
import { sweepAccounts } from '../privacy/erase.ts'

const email = 'ana@ejemplo.test'
const minute = 60_000

async function newestCode(house: AccountsApp, device?: string) {
  expect(await house.askForCode(email, device)).toMatchObject({ status: 200 })
  house.clock.pass(1)
  return (await house.codesTo(email)).at(-1) ?? ''
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('six digits from the mailbox make an account, proven and signed in; the next ones enter it (design/accounts.md#sign-in-code)', async () => {
  const house = await openAccounts()
  const code = await newestCode(house)
  expect(code).toMatch(/^\d{6}$/)
  const entered = await house.enterCode(` ANA@ejemplo.test `, `${code.slice(0, 3)} ${code.slice(3)}`)
  const made = await house.account(entered.access_token)
  expect(made).toMatchObject({ status: 200, email, emailVerified: true, hasPassword: false })
  const again = await house.enterCode(email, await newestCode(house, otherDevice), otherDevice)
  expect((await house.account(again.access_token)).id).toBe(made.id)
  expect((await house.account(entered.access_token)).status).toBe(200)
})

test('a code counts in the browser that asked, once, for ten minutes', async () => {
  const house = await openAccounts()
  const code = await newestCode(house)
  expect(await house.enterCode(email, code, otherDevice)).toMatchObject({ status: 400, code: 'code-expired' })
  expect((await house.enterCode(email, code)).status).toBe(200)
  expect(await house.enterCode(email, code)).toMatchObject({ code: 'code-expired' })

  const late = await newestCode(house)
  house.clock.pass(10 * minute)
  expect(await house.enterCode(email, late)).toMatchObject({ code: 'code-expired' })
  const inTime = await newestCode(house)
  house.clock.pass(10 * minute - 1)
  expect((await house.enterCode(email, inTime)).status).toBe(400) // a millisecond passed while it was read
  const justInTime = await newestCode(house)
  house.clock.pass(10 * minute - 2)
  expect((await house.enterCode(email, justInTime)).status).toBe(200)
})

test('five tries at a code, also all at once; the fifth wrong one ends it', async () => {
  const house = await openAccounts()
  const code = await newestCode(house)
  const tries = await Promise.all(Array.from({ length: 10 }, () => house.enterCode(email, wrong(code))))
  expect(tries.filter((tried) => tried.code === 'code-wrong')).toHaveLength(4)
  expect(await house.enterCode(email, code)).toMatchObject({ code: 'code-expired' })
  const next = await newestCode(house)
  for (let i = 0; i < 4; i++) expect((await house.enterCode(email, wrong(next))).code).toBe('code-wrong')
  expect((await house.enterCode(email, next)).status).toBe(200)
})

test('a new code voids the one before it in that browser, and no code of another browser', async () => {
  const house = await openAccounts()
  const first = await newestCode(house)
  const strangers = await newestCode(house, otherDevice)
  expect(strangers).not.toBe('')
  expect((await house.enterCode(email, first)).status).toBe(200)

  const old = await newestCode(house)
  const fresh = await newestCode(house)
  if (old !== fresh) expect(await house.enterCode(email, old)).toMatchObject({ code: 'code-wrong' })
  expect((await house.enterCode(email, fresh)).status).toBe(200)
})

test('the answer never tells whether there is an account', async () => {
  const house = await openAccounts()
  const unknown = await house.askForCode(email)
  const unasked = await house.enterCode(email, '123456', otherDevice)
  await house.enterCode(email, (await house.codesTo(email))[0] ?? '')
  const known = await house.askForCode(email)
  const essence = ({ status, message, detail, code }: typeof known) => ({ status, message, detail, code })
  expect(essence(known)).toEqual(essence(unknown))
  expect(essence(await house.enterCode(email, '123456', otherDevice))).toEqual(essence(unasked))
  expect(await house.codesTo(email)).toHaveLength(2)
})

test('without a solved captcha, or in a browser that keeps nothing, no code is sent', async () => {
  const house = await openAccounts()
  expect(await house.askForCode(email, undefined, 'machine')).toMatchObject({ code: 'captcha-refused' })
  expect(await house.askForCode(email, 'short')).toMatchObject({ code: 'browser-without-secret' })
  expect(await house.enterCode(email, '123456', 'short')).toMatchObject({ code: 'browser-without-secret' })
  expect(await house.codesTo(email)).toEqual([])
})

test("a code ends strangers' claims; her own claim of this browser is proven", async () => {
  const house = await openAccounts()
  const stranger = await house.register(email, 'la clave del atacante', 'human', otherDevice)
  house.clock.pass(1000)
  const own = await house.register(email)
  const { id: ownId } = await house.account(own.access_token)
  const strangersCode = await newestCode(house, otherDevice)
  const entered = await house.enterCode(email, await newestCode(house))

  expect((await house.account(stranger.access_token)).status).toBe(401)
  expect((await house.logIn(email, 'la clave del atacante', otherDevice)).status).toBe(401)
  expect(await house.enterCode(email, strangersCode, otherDevice)).toMatchObject({ code: 'code-expired' })
  const { id } = await house.account(entered.access_token)
  expect(id).toBe(ownId)
  // A stranger may have left it there: what opened it before ends.
  expect((await house.account(own.access_token)).status).toBe(401)
  expect((await house.logIn(email)).status).toBe(401)
})

test('a mail says so where a code ends a password, and only there (design/accounts.md#behind-it)', async () => {
  const house = await openAccounts()
  const told = () =>
    house.db.selectFrom('mail').select('recipient').where('kind', '=', 'password-ended').execute()
  await house.register(email, 'la clave del atacante', 'human', otherDevice)
  await house.register(email)
  await house.enterCode(email, await newestCode(house))
  expect(await told()).toEqual([{ recipient: email }])
  await house.enterCode(email, await newestCode(house))
  expect(await told()).toHaveLength(1)
})

test("in a browser that knows only a stranger's address a code proves no claim of it", async () => {
  const house = await openAccounts()
  const stranger = await house.register(email, goodPassword, 'human', otherDevice)
  const entered = await house.enterCode(email, await newestCode(house))
  expect((await house.account(stranger.access_token)).status).toBe(401)
  expect((await house.logIn(email)).status).toBe(401)
  expect(await house.account(entered.access_token)).toMatchObject({ hasPassword: false })
})

test('a proven account keeps its password and its sessions', async () => {
  const house = await openAccounts()
  const own = await house.register(email)
  await house.verify(await onlyLink(house, email))
  await house.enterCode(email, await newestCode(house, otherDevice), otherDevice)
  expect((await house.account(own.access_token)).status).toBe(200)
  expect((await house.logIn(email)).status).toBe(200)
})

test('only a hash of the code is kept, which the table alone does not solve; it goes once its time is over', async () => {
  const house = await openAccounts()
  const code = await newestCode(house)
  const rows = await house.db.selectFrom('sign_in_code').selectAll().execute()
  expect(rows).toHaveLength(1)
  const plain = [code, `${code} `, `${code} ${rows[0]?.device_hash.toString('hex')}`, `${code} ${email}`]
  for (const guess of plain)
    expect(rows[0]?.code_hash.equals(createHash('sha256').update(guess).digest())).toBe(false)
  expect(JSON.stringify(rows)).not.toContain(code)
  house.clock.pass(10 * minute)
  await sweepAccounts(house.world)
  expect(await house.db.selectFrom('sign_in_code').selectAll().execute()).toEqual([])
})

test('five messages a day for one address and network, twelve for one address: codes, resets and links together', async () => {
  const house = await openAccounts({ withLimits: true })
  const from = (remoteAddress: string, url: string, device = otherDevice) =>
    house.app.inject({
      method: 'POST',
      url,
      payload: { email, recaptcha_token: 'human' },
      remoteAddress,
      headers: { 'lacre-device': device },
    })
  const statuses = async (count: number, ask: (n: number) => ReturnType<typeof from>) => {
    const found: number[] = []
    for (let n = 0; n < count; n++) found.push((await ask(n)).statusCode)
    return found
  }
  await house.enterCode(email, await newestCode(house)) // an owner, known in her browser: one message
  const calls = ['/auth/request-code', '/auth/forgot-password', '/auth/request-verification']
  const greedy = await statuses(15, (n) => from('203.0.113.1', calls[n % 3] ?? ''))
  expect(greedy).toEqual([...Array(5).fill(200), ...Array(10).fill(429)])

  // In another network, in a browser nobody knows, she is written to all the same.
  expect(await statuses(6, (n) => from(`203.0.113.${10 + n}`, calls[n % 3] ?? ''))).toEqual(
    Array(6).fill(200),
  )
  const refused = await from('203.0.113.30', '/auth/request-code')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    code: 'too-many-mails',
    detail: 'Ya hemos enviado muchos mensajes a esta dirección. Vuelva a intentarlo dentro de 24 horas.',
  })
  expect((await from('203.0.113.31', '/auth/forgot-password')).statusCode).toBe(429)
  expect((await from('203.0.113.31', '/auth/request-code', ownDevice)).statusCode).toBe(200)
})

test('where strangers have filled the mailbox for today, one registers all the same, without a mail', async () => {
  const house = await openAccounts({ withLimits: true })
  for (let n = 0; n < 12; n++)
    await house.app.inject({
      method: 'POST',
      url: '/auth/forgot-password',
      payload: { email },
      remoteAddress: `203.0.113.${n}`,
    })
  expect((await house.register(email)).status).toBe(200)
  expect(await house.linksTo(email)).toEqual([])
})

test('with an account go the codes of its address', async () => {
  const house = await openAccounts()
  const { access_token } = await house.enterCode(email, await newestCode(house))
  await house.askForCode(email)
  const erased = await house.app.inject({
    method: 'DELETE',
    url: '/account',
    payload: { confirmation: 'BORRAR' },
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(erased.statusCode).toBe(200)
  expect(await house.db.selectFrom('sign_in_code').selectAll().execute()).toEqual([])
})

test('a claim that is erased takes no code from whoever reads the mailbox', async () => {
  const house = await openAccounts()
  const code = await newestCode(house)
  const stranger = await house.register(email, 'la clave del atacante', 'human', otherDevice)
  const erased = await house.app.inject({
    method: 'DELETE',
    url: '/account',
    payload: { confirmation: 'BORRAR', password: 'la clave del atacante' },
    headers: { authorization: `Bearer ${stranger.access_token}` },
  })
  expect(erased.statusCode).toBe(200)
  expect((await house.enterCode(email, code)).status).toBe(200)
})

test('what is copied around the address or the digits keeps nobody out', async () => {
  const house = await openAccounts()
  const first = await house.enterCode(email, await newestCode(house))
  const { id } = await house.account(first.access_token)
  const copied = [
    [`${email}\u200b`, (code: string) => `Su código: ${code}`],
    [`Ana Cal <${email}>`, (code: string) => Array.from(code).join(' ')],
    [`mailto:${email}`, (code: string) => `\u200b${code.slice(0, 3)}-${code.slice(3)}`],
    [`${email},`, (code: string) => code.replace(/\d/g, (one) => String.fromCharCode(0xff10 + Number(one)))],
  ] as const
  for (const [written, around] of copied) {
    expect(await house.askForCode(written)).toMatchObject({ status: 200 })
    house.clock.pass(1)
    const code = (await house.codesTo(email)).at(-1) ?? ''
    const entered = await house.enterCode(written, around(code))
    expect((await house.account(entered.access_token)).id).toBe(id)
  }
})
