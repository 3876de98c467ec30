import pg from 'pg'
import { expect, test } from 'vitest'
import { type AccountsApp, onlyLink, openAccounts } from '../testing/test-app.ts'

const email = 'ana@ejemplo.test'
const hour = 60 * 60 * 1000
const invalid = { status: 400, detail: 'Verification link is invalid' }

test('a link verifies its account; the session stays', async () => {
  const house = await openAccounts()
  const { access_token } = await house.register(email)
  const link = await onlyLink(house, email)
  expect(await house.verify(link)).toMatchObject({ status: 200, message: 'Email verified' })
  expect(await house.account(access_token)).toMatchObject({ status: 200, emailVerified: true })
})

test("a second click says 'Email already verified', also after the link's time (specification, section 4)", async () => {
  const house = await openAccounts()
  await house.register(email)
  const link = await onlyLink(house, email)
  await house.verify(link)
  const again = { status: 200, message: 'Email already verified' }
  expect(await house.verify(link)).toMatchObject(again)
  house.clock.pass(25 * hour)
  expect(await house.verify(link)).toMatchObject(again)
})

test("an unknown link is 'invalid', an old one 'expired' (specification, section 4)", async () => {
  const house = await openAccounts()
  await house.register(email)
  const link = await onlyLink(house, email)
  expect(await house.verify('garbage')).toMatchObject(invalid)
  expect(await house.verify('x\0y')).toMatchObject(invalid)
  house.clock.pass(24 * hour)
  expect(await house.verify(link)).toMatchObject({ status: 400, detail: 'Verification link has expired' })
})

test('a reset link verifies nothing by itself', async () => {
  const house = await openAccounts()
  await house.register(email)
  await house.post('/auth/forgot-password', { email })
  expect(await house.verify(await onlyLink(house, email, 'password-reset'))).toMatchObject(invalid)
})

test('mail scanners that open the link do nothing: only POST acts', async () => {
  const house = await openAccounts()
  const { access_token } = await house.register(email)
  const link = await onlyLink(house, email)
  expect((await house.get(`/auth/verify-email?token=${link}`)).status).toBe(404)
  expect(await house.account(access_token)).toMatchObject({ emailVerified: false })
})

test('two claims verified at once: one wins, the other link is invalid, nothing deadlocks', async () => {
  const house = await openAccounts()
  for (let round = 0; round < 10; round++) {
    const email = `ana${round}@ejemplo.test`
    const sessions = [await house.register(email), await house.register(email), await house.register(email)]
    const links = await house.linksTo(email)
    const outcomes = await Promise.all(links.map((link) => house.verify(link)))
    expect(inOrder(outcomes)).toEqual([200, 400, 400])
    const after = await Promise.all(sessions.map(({ access_token }) => house.account(access_token)))
    expect(inOrder(after)).toEqual([200, 401, 401])
    expect(await verifiedRows(house, email)).toBe(1)
  }
})

test('one link clicked twice at once verifies once and answers both well', async () => {
  const house = await openAccounts()
  await house.register(email)
  const link = await onlyLink(house, email)
  const outcomes = await Promise.all([house.verify(link), house.verify(link)])
  expect(new Set(outcomes.map(({ message }) => message))).toEqual(
    new Set(['Email verified', 'Email already verified']),
  )
})

test('the unique index is the guard: a verification it refuses is an invalid link, not an error (design/trust.md#database-is-the-guard)', async () => {
  const house = await openAccounts()
  const { id } = await house.account((await house.register(email)).access_token)
  const first = await onlyLink(house, email)
  await house.register(email)
  const second = (await house.linksTo(email)).find((link) => link !== first) ?? ''

  // Somebody who does not stand in line for the mailbox, as a repair by hand would not.
  const rude = new pg.Client(house.at)
  await rude.connect()
  await rude.query('begin')
  await rude.query('update account set email_verified_at = now() where id = $1', [id])
  const verifying = house.verify(second)
  while (!(await isWaiting(rude))) await new Promise(setImmediate)
  await rude.query('commit')
  await rude.end()
  expect(await verifying).toMatchObject(invalid)
  expect(await verifiedRows(house, email)).toBe(1)
})

const inOrder = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b)

const verifiedRows = async ({ db }: AccountsApp, email: string) =>
  (
    await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .where('email_verified_at', 'is not', null)
      .execute()
  ).length

async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length > 0
}
