// @module-tag long
import type { Failure } from '@lacre/letter/calls.ts'
import { minutes, seconds, type Ms } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import type { Settings } from '../settings.ts'
import { openLetters, type Own } from '../testing/test-app.ts'
import { aLetter, anAccount, aPayment, written } from '../testing/factories.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import type { Turn } from '../typesetting/typesetter.ts'

/** A child takes `readsMs` to read a letter. */
async function openApp({
  readsMs = seconds(0),
  whileReading = () => Promise.resolve(),
  deps = {},
  settings = {},
}: {
  readsMs?: Ms
  whileReading?: () => Promise<void>
  deps?: Own
  settings?: Partial<Settings>
} = {}) {
  /** For each job whether it waits for trusted accounts. */
  const jobs: ('first' | 'later')[] = []
  async function work<Made>(make: () => Promise<Made>, turn?: Turn): Promise<Made> {
    jobs.push(turn?.isLater() ? 'later' : 'first')
    turn?.worked(readsMs)
    await whileReading()
    return make()
  }
  const typesetter = quickTypesetter(Buffer.from('pdf'))
  const app = await openLetters(
    {
      ...typesetter,
      prepare: (task, turn) => work(() => typesetter.prepare(task), turn),
      preview: (task, turn) => work(() => typesetter.preview(task), turn),
    },
    { settings, ...deps },
  )
  let letters = 0
  const call = async (url: string, account: string, network: string, payload: object) => {
    const headers = { authorization: `Bearer ${account}` }
    const reply = await app.fastify.inject({ method: 'POST', url, headers, payload, remoteAddress: network })
    const { code, detail } = reply.json<Partial<Failure>>()
    return { status: reply.statusCode, code, detail, wait: Number(reply.headers['retry-after']) }
  }
  return {
    ...app,
    jobs,
    send: (account: string, network = '192.0.2.1', payload: object = written(`<p>Carta ${letters++}</p>`)) =>
      call('/letters/', account, network, payload),
    look: (account: string) => call('/letters/preview', account, '192.0.2.1', written()),
    proven: () => anAccount(app.db, { email_verified_at: app.clock.now() }),
    async whoPaid() {
      const account = await app.account()
      const letter = await aLetter(app.db, { account_id: account })
      await aPayment(app.db, letter)
      return account
    },
  }
}
const tooManyTries = {
  status: 429,
  code: 'too-many-tries',
  detail: 'Demasiados intentos. Vuelva a intentarlo dentro de un minuto.',
}

// design/load.md#payers-first
test.each([
  ['is unproven and has not paid', 'later', 'account'],
  ['is proven', 'first', 'proven'],
  ['has paid before', 'first', 'whoPaid'],
] as const)('the letters and previews of an account that %s go %s', async (_, expected, who) => {
  const app = await openApp()
  const me = await app[who]()
  expect((await app.send(me)).status).toBe(200)
  expect((await app.look(me)).status).toBe(200)
  expect(app.jobs).toEqual([expected, expected])
})

test('after a minute of work for its untrusted accounts a network waits for the next; others do not', async () => {
  const app = await openApp({ readsMs: seconds(30) })
  const untrusted = [await app.account(), await app.account(), await app.account()] as const
  // Refused before it is set: it was read.
  expect((await app.send(untrusted[0], '192.0.2.1', written('<p> </p>'))).status).toBe(422)
  expect((await app.send(untrusted[1])).status).toBe(200)
  const refused = await app.send(untrusted[2])
  expect(refused).toMatchObject(tooManyTries)
  expect(refused.wait).toBeGreaterThan(0)
  expect((await app.send(untrusted[2], '192.0.2.2')).status).toBe(200)
  expect((await app.send(await app.proven())).status).toBe(200)
  app.clock.pass(minutes(1))
  expect((await app.send(untrusted[0])).status).toBe(200)
})

test('who is trusted and keeps children busy for a minute waits like the untrusted, but is served', async () => {
  const app = await openApp({ readsMs: seconds(60) })
  const me = await app.proven()
  expect([await app.send(me), await app.send(me, '192.0.2.2')]).toMatchObject([
    { status: 200 },
    { status: 200 },
  ])
  expect(app.jobs).toEqual(['first', 'later'])
  expect((await app.send(await app.proven(), '192.0.2.3')).status).toBe(200)
  expect(app.jobs.slice(2)).toEqual(['first'])
})

/** A typesetter that waits, or a picture that does: `begun` of them, until they are let go. */
function createHold() {
  let go = () => {}
  const gone = new Promise<void>((resolve) => (go = resolve))
  const hold = { begun: 0, go, wait: () => (hold.begun++, gone) }
  return hold
}
const busy = { status: 503, code: 'unavailable' }

test('of an account two letters are at work at a time, of the untrusted accounts of a network eight', async () => {
  const hold = createHold()
  const app = await openApp({ whileReading: hold.wait })
  const untrusted = await Promise.all(Array.from({ length: 5 }, app.account))
  const going = untrusted.slice(0, 4).flatMap((one) => [app.send(one), app.send(one)])
  await expect.poll(() => hold.begun).toBe(8)
  expect(await app.send(untrusted[4]!)).toMatchObject(busy)
  const [elsewhere, trusted] = [untrusted[4]!, await app.proven()]
  going.push(app.send(elsewhere, '192.0.2.2'), app.send(trusted), app.send(trusted))
  await expect.poll(() => hold.begun).toBe(11)
  expect(await app.send(trusted, '192.0.2.3')).toMatchObject({ ...busy, wait: 1 })
  hold.go()
  for (const sent of await Promise.all(going)) expect(sent.status).toBe(200)
})

test('stalled pictures in letters of untrusted accounts do not block trusted ones (design/sending.md#remote-pictures)', async () => {
  const hold = createHold()
  const app = await openApp({
    deps: {
      fetchPicture: (address) =>
        (address.includes('slow') ? hold.wait() : Promise.resolve()).then(() => undefined),
    },
  })
  const withPicture = (host: string) => written(`<p>Hola <img src="https://${host}.example/a.png"></p>`)
  const slow = async (network: string, account?: string) =>
    app.send(account ?? (await app.account()), network, withPicture('slow'))
  const going = ['192.0.2.1', '192.0.2.2'].map((network) => slow(network))
  await expect.poll(() => hold.begun).toBe(2)
  expect(await slow('192.0.2.1')).toMatchObject(busy)
  going.push(slow('192.0.2.3'))
  await expect.poll(() => hold.begun).toBe(3)
  expect(await slow('192.0.2.4')).toMatchObject(busy)
  const trusted = await Promise.all(Array.from({ length: 3 }, app.proven))
  going.push(...trusted.slice(0, 2).map((one) => slow('192.0.2.5', one)))
  await expect.poll(() => hold.begun).toBe(5)
  expect(await slow('192.0.2.5', trusted[2])).toMatchObject(busy)
  const unreachable = { status: 422, code: 'picture-unreachable' }
  expect(await app.send(await app.proven(), '192.0.2.4', withPicture('quick'))).toMatchObject(unreachable)
  expect(await app.send(await app.account(), '192.0.2.4')).toMatchObject({ status: 200 })
  hold.go()
  for (const sent of await Promise.all(going)) expect(sent).toMatchObject(unreachable)
  expect(await slow('192.0.2.4')).toMatchObject(unreachable)
})
