// @module-tag long
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import { systemRandom } from '../outside/clock.ts'
import { type MailCarrier, type Message, smtpCarrier } from '../outside/mail.ts'
import { aLetter, anAccount } from '../testing/factories.ts'
import { testClock, type TestClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { queueMail, type Mail } from './outbox.ts'
import { sendDueMail } from './send.ts'
import { testMailServer } from '../testing/test-mail-server.ts'

const branding = {
  publicUrl: new URL('https://lacre.example'),
  operator: { name: null, nif: null, address: null, email: null },
}
const carrierTo = (url: string) => smtpCarrier({ url, from: 'Lacre <cartas@lacre.example>' })
const link = 'https://lacre.example/verify-email?token=planted-token'
const verification: Mail = {
  kind: 'verification',
  key: 'link-1',
  to: 'ana@example.org',
  data: { link, browser: 'Firefox en Windows', askedAt: '2026-11-21T09:00:00Z' },
}

let db: Db
let clock: TestClock
beforeEach(async () => {
  db = (await testDatabase()).db
  clock = testClock()
  warnings = []
})

const queue = (mail: Mail) =>
  db.transaction().execute((tx) => queueMail({ clock, random: systemRandom }, tx, mail))
let warnings: object[]
const log = { warn: (about: object) => void warnings.push(about) }
const send = (carrier: MailCarrier) => sendDueMail({ db, carrier, clock, branding, log }, 'urgent')
const outbox = () => db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
const minutes = 60_000

test('a queued message is delivered once, and what was in it is forgotten', async () => {
  const server = await testMailServer()
  const carrier = carrierTo(server.url)
  await queue(verification)
  expect(await send(carrier)).toBe(1)
  clock.pass(24 * 60 * minutes)
  expect(await send(carrier)).toBe(0)

  const row = await outbox()
  const [mail] = server.mails
  expect(server.mails).toHaveLength(1)
  expect(mail).toMatchObject({
    from: { name: 'Lacre', address: 'cartas@lacre.example' },
    to: [{ address: 'ana@example.org' }],
    subject: 'Confirme su correo',
    messageId: `<${row.id}@lacre.example>`,
  })
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(mail?.text).toContain(link)
  expect(mail?.html).toContain(`href="${link}"`)
  expect(row).toMatchObject({ data: {}, error: null, attempts: 1 })
  expect(row.sent_at).not.toBeNull()
})

test('the same message queued twice is one, and a rollback removes it (design/trust.md#one-transaction)', async () => {
  await queue(verification)
  await queue(verification)
  const undone = db.transaction().execute(async (tx) => {
    await queueMail({ clock, random: systemRandom }, tx, { ...verification, key: 'link-2' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await db.selectFrom('mail').select('key').execute()).toEqual([{ key: 'link-1' }])
})

test('what is about a letter goes to its sender, one message of each kind', async () => {
  const accountId = await anAccount(db)
  const letterId = await aLetter(db, { state: 'posted', account_id: accountId })
  const posted: Mail = { kind: 'posted', data: { letterId, arrival: '2026-11-26' } }
  await queue(posted)
  await queue(posted)
  const queued = await db.selectFrom('mail').select(['kind', 'key', 'recipient']).execute()
  expect(queued).toEqual([{ kind: 'posted', key: letterId, recipient: `${accountId}@example.es` }])
})

test('refused for now (451) is sent later, under the same Message-ID', async () => {
  const server = await testMailServer()
  const carrier = carrierTo(server.url)
  server.refuseWith = 451
  await queue(verification)
  expect(await send(carrier)).toBe(0)
  const { id, error, sent_at } = await outbox()
  expect({ error, sent_at }).toEqual({ error: '451', sent_at: null })

  server.refuseWith = undefined
  expect(await send(carrier)).toBe(0) // not before its pause is over
  clock.pass(minutes / 2)
  expect(await send(carrier)).toBe(1)
  expect(server.mails.map(({ messageId }) => messageId)).toEqual([`<${id}@lacre.example>`])
})

test.each([
  ['the recipient', { refuseRecipientsWith: 550 }],
  ['the message', { refuseWith: 554 }],
])('%s refused for good is tried once, and logged as a warning without a name', async (_what, refusal) => {
  const server = await testMailServer()
  Object.assign(server, refusal)
  const carrier = carrierTo(server.url)
  await queue(verification)
  for (let day = 0; day < 3; day++, clock.pass(24 * 60 * minutes)) await send(carrier)
  const { id, attempts, given_up_at, error } = await outbox()
  const code = String(Object.values(refusal)[0])
  expect({ attempts, error }).toEqual({ attempts: 1, error: code })
  expect(given_up_at).not.toBeNull()
  expect(warnings).toEqual([{ mail: id, kind: 'verification', error: code, tries: 1, isFinal: true }])
  expect(JSON.stringify(warnings)).not.toContain('ana@')
})

test.each([
  'ana@example.org\r\nBcc: eve@example.org',
  'ana@example.org, eve@example.org',
  'ana@example.org>\r\nRCPT TO:<eve@example.org',
  '<ana@example.org> eve@example.org',
])('an address that would be more than one is refused: %j', async (to) => {
  const server = await testMailServer()
  await queue({ ...verification, to })
  expect(await send(carrierTo(server.url))).toBe(0)
  expect(server).toMatchObject({ mails: [], recipients: [] })
  expect((await outbox()).error).toBe('EADDRESS')
})

test('nothing goes to another machine in the clear, whatever the address of the server says', async () => {
  const server = await testMailServer({ host: '0.0.0.0' })
  await queue(verification)
  for (const query of ['', '?ignoreTLS=true', '?requireTLS=false']) {
    expect(await send(carrierTo(server.url + query))).toBe(0)
    clock.pass(24 * 60 * minutes)
  }
  expect(server).toMatchObject({ mails: [], recipients: [] })
})

test('another machine gets it encrypted, and only under a certificate that can be trusted', async () => {
  const server = await testMailServer({ host: '0.0.0.0', encrypts: true })
  await queue(verification)
  expect(await send(carrierTo(server.url))).toBe(0)
  clock.pass(24 * 60 * minutes)
  const trusting = `${server.url}?tls.rejectUnauthorized=false` // the test server has signed its certificate itself
  expect(await send(carrierTo(trusting))).toBe(1)
  expect(server.encrypted).toEqual([true])
})

test('with a dead mail server everything stays queued, and nothing of it is told', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const said = ['log', 'warn', 'error', 'info'].map((level) => vi.spyOn(console, level as 'log'))
  const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'))
  await queue(verification)
  expect(await send(carrierTo('smtp://127.0.0.1:1'))).toBe(0)

  for (const spy of [...said, ...written])
    expect(JSON.stringify(spy.mock.calls)).not.toMatch(/ana@example|planted-token/)
  const { data, error, sent_at } = await outbox()
  expect({ data, sent_at }).toEqual({ data: verification.data, sent_at: null })
  expect(error).toMatch(/^E[A-Z]+$/)
})

test('each pause is twice the one before, up to four hours; after some five days a person must look', async () => {
  const pauses: number[] = []
  const refusing: MailCarrier = { carry: () => Promise.reject(new Error('ana@example.org is full')) }
  await queue(verification)
  for (let last = 0; (await outbox()).given_up_at === null && pauses.length < 50;) {
    await send(refusing)
    const { next_at, attempts, error } = await outbox()
    expect(error).toBe('unknown') // never the message
    if (attempts > last) pauses.push((next_at.getTime() - clock.now().getTime()) / 1000)
    last = attempts
    clock.pass(next_at.getTime() - clock.now().getTime())
  }
  expect(pauses).toEqual(pauses.map((_, tries) => Math.min(30 * 2 ** tries, 4 * 3600)))
  const hoursTried = pauses.reduce((sum, pause) => sum + pause) / 3600
  expect([hoursTried > 4.5 * 24, hoursTried < 5 * 24]).toEqual([true, true])
  expect(await send(refusing)).toBe(0)
  expect((await outbox()).attempts).toBe(pauses.length)
})

test('parallel senders never carry a message twice, and never one after the other has begun', async () => {
  const keys = Array.from({ length: 30 }, (_, i) => `link-${i}`)
  for (const key of keys) await queue({ ...verification, key })
  const carried: Message[] = []
  const slow: MailCarrier = {
    async carry(message) {
      carried.push(message)
      await sql`select pg_sleep(0.002)`.execute(db)
    },
  }
  const sent = await Promise.all(Array.from({ length: 6 }, () => send(slow)))
  expect(sent.reduce((total, one) => total + one)).toBe(30)
  expect(new Set(carried.map(({ id }) => id)).size).toBe(30)
  expect(carried).toHaveLength(30)
})

test('four are on their way at once', async () => {
  for (let at = 0; at < 8; at++) await queue({ ...verification, key: `link-${at}` })
  let [now, most] = [0, 0]
  const slow: MailCarrier = {
    async carry() {
      most = Math.max(most, ++now)
      await expect.poll(() => most).toBe(4)
      now--
    },
  }
  expect(await send(slow)).toBe(8)
})

test('who waits for a link does not wait for what is told of a thousand letters', async () => {
  const letterId = await aLetter(db, { state: 'posted' })
  await queue({ kind: 'posted', data: { letterId, arrival: '2026-11-26' } })
  clock.pass(minutes)
  await queue(verification)
  const carried: string[] = []
  const carrier: MailCarrier = { carry: async ({ subject }) => void carried.push(subject) }
  expect(await send(carrier)).toBe(1)
  expect(await sendDueMail({ db, carrier, clock, branding, log }, 'normal')).toBe(1)
  expect(carried).toEqual(['Confirme su correo', expect.stringMatching(/carta/)])
})

test('a sender that died while carrying leaves the message to the next, under the same id', async () => {
  const carried: string[] = []
  const dying: MailCarrier = { carry: ({ id }) => (carried.push(id), new Promise(() => {})) }
  await queue(verification)
  void send(dying)
  await expect.poll(() => carried.length).toBe(1)

  const living: MailCarrier = { carry: async ({ id }) => void carried.push(id) }
  expect(await send(living)).toBe(0) // while its lease lasts
  clock.pass(minutes / 2)
  expect(await send(living)).toBe(1)
  expect(carried[1]).toBe(carried[0])
})
