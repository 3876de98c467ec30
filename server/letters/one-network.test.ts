// @module-tag long
import { setTimeout as pause } from 'node:timers/promises'
import { milliseconds, seconds } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { bodyWithAccount } from '../http/limits.ts'
import { openLetters } from '../testing/test-app.ts'
import { anAccount, written } from '../testing/factories.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import { namedDraft, playedDrafts } from '../testing/played-drafts.ts'

const megabyte = 2 ** 20

/** A letter that says `held` is read for as long as `go` is not called; each keeps a child busy for a minute where `tires`. */
async function openApp({ tires = false, deps = {} }: { tires?: boolean; deps?: Deps } = {}) {
  const typesetter = quickTypesetter(Buffer.from('pdf'))
  const held: { letter: string; go: () => void }[] = []
  const app = await openLetters(
    {
      ...typesetter,
      async prepare(task, turn) {
        if (tires) turn?.worked(seconds(60))
        const start = Buffer.from(task.body as Uint8Array).toString('latin1', 0, 100)
        const letter = /held \d+/.exec(start)?.[0]
        if (!letter) return typesetter.prepare(task)
        await new Promise<void>((go) => held.push({ letter, go }))
        return { refused: 'unavailable' }
      },
    },
    deps,
  )
  let letters = 0
  const call = async (account: string, network: string, payload: object | string, headers = {}) => {
    const authorization = `Bearer ${account}`
    const type = { 'content-type': 'application/json' }
    const reply = await app.fastify.inject({
      method: 'POST',
      url: '/letters/',
      headers: { authorization, ...type, ...headers },
      payload,
      remoteAddress: network,
    })
    return reply.statusCode
  }
  return {
    ...app,
    held,
    proven: () => anAccount(app.db, { email_verified_at: app.clock.now() }),
    send: (account: string, network: string, payload: object = written(`<p>Carta ${letters++}</p>`)) =>
      call(account, network, payload),
    /** One that is held, of so many bytes; `as`: what its headers say. */
    hold: (account: string, network: string, bytes: number, as = {}) =>
      call(account, network, `{"content":"held ${letters++}${' '.repeat(bytes - 100)}"}`, as),
  }
}
type Deps = Parameters<typeof openLetters>[1]

// design/load.md#payers-first
test('a body that does not say how long it is takes the room of what came', async () => {
  const app = await openApp()
  const crowd = await Promise.all(Array.from({ length: 4 }, app.proven))
  for (const network of ['192.0.2.1', '192.0.2.3'])
    for (const one of crowd) void app.hold(one, network, 2 * megabyte, { 'transfer-encoding': 'chunked' })
  await expect.poll(() => app.held.length).toBe(8)
  expect(await app.send(await app.proven(), '192.0.2.2')).toBe(200)
})

test('letters of one network have a quarter of the room of trusted accounts, and large ones take none of small ones', async () => {
  const app = await openApp()
  const large = bodyWithAccount - 1000
  for (const network of [1, 2, 3, 4]) {
    const two = [await app.proven(), await app.proven()]
    const net = `2001:db8:${network}:1::`
    for (const one of two) void app.hold(one, `${net}1`, large)
    await expect.poll(() => app.held.length).toBe(2 * network)
    if (network === 1) expect(await app.hold(await app.proven(), `${net}2`, large)).toBe(503)
  }
  expect(app.held.length).toBe(8)
  expect(await app.send(await app.proven(), '192.0.2.1')).toBe(200)
  expect(await app.send(await app.proven(), '2001:db8:1:1::3')).toBe(200)
})

test('who kept children busy for a minute takes the room of the untrusted from then on', async () => {
  const app = await openApp({ tires: true })
  const large = bodyWithAccount - 1000
  const me = await app.proven()
  expect(await app.send(me, '192.0.2.1')).toBe(200)
  for (const network of [2, 3, 4, 5]) void app.hold(await app.account(), `192.0.2.${network}`, large)
  await expect.poll(() => app.held.length).toBe(4)
  expect(await app.hold(me, '192.0.2.1', large)).toBe(503)
  void app.hold(await app.proven(), '192.0.2.6', large)
  await expect.poll(() => app.held.length).toBe(5)
  expect(await app.send(me, '192.0.2.1')).toBe(200)
})

test('drafts that the untrusted name are in the way of none that the trusted name, and weigh what they are', async () => {
  const released = Promise.withResolvers<undefined>()
  const untrusted: string[] = []
  const opened: string[] = []
  const app = await openApp({
    deps: (world) =>
      playedDrafts(world, {
        contentOf: (account) => (
          opened.push(account),
          untrusted.includes(account) ? released.promise : Promise.resolve('<p>Hola</p>')
        ),
        bytesOf: (account) => (untrusted.slice(0, 2).includes(account) ? 16 * megabyte : 1000),
      }),
  })
  const naming = { ...written(''), draft: namedDraft('<p>Hola</p>') }
  for (let i = 0; i < 4; i++) untrusted.push(await app.account())
  const first = untrusted
    .slice(0, 2)
    .flatMap((one, n) => [0, 1].map(() => app.send(one, `192.0.2.${n}`, naming)))
  await expect.poll(() => opened.length).toBe(4)
  // A short one has room beside them.
  const short = app.send(untrusted[2]!, '192.0.2.0', naming)
  await expect.poll(() => opened.length).toBe(5)
  expect(await app.send(await app.proven(), '192.0.2.0', naming)).toBe(200)
  released.resolve(undefined)
  expect(await Promise.all([...first, short])).toEqual([409, 409, 409, 409, 409])
})

test('whoever presses again while a letter is at work waits for their place, whoever came first before', async () => {
  const app = await openApp()
  const me = await app.proven()
  const sent: Promise<number>[] = []
  for (const begun of [1, 2, 2, 2]) {
    sent.push(app.hold(me, '192.0.2.1', 200))
    await expect.poll(() => app.held.length).toBe(begun)
    await pause(milliseconds(500))
  }
  await pause(seconds(1))
  app.held[0]!.go()
  await expect.poll(() => app.held.length).toBe(3)
  app.held[1]!.go()
  await expect.poll(() => app.held.length).toBe(4)
  const order = app.held.map(({ letter }) => letter)
  expect(order).toEqual(['held 0', 'held 1', 'held 2', 'held 3'])
  // Refused by their typesetter: each had its place.
  for (const { go } of app.held) go()
  expect(await Promise.all(sent)).toEqual([503, 503, 503, 503])
})

/** Letters that name a draft of 16 MB each, which is opened for as long as `end` is not called for its account. */
async function openAppOfDrafts() {
  const asked: string[] = []
  const opened: string[] = []
  const ends = new Map<string, () => void>()
  const app = await openApp({
    deps: (world) =>
      playedDrafts(world, {
        bytesOf: (account) => (asked.push(account), 16 * megabyte),
        contentOf(account) {
          opened.push(account)
          return new Promise((resolve) => ends.set(account, () => resolve(undefined)))
        },
      }),
  })
  const naming = { ...written(''), draft: namedDraft('<p>Hola</p>') }
  /** From these networks, one account each; answered when all have asked for their room. */
  async function ask(who: 'proven' | 'account', networks: string[]) {
    const accounts: string[] = []
    const answers: Promise<number>[] = []
    for (const network of networks) {
      const account = await app[who]()
      const before = asked.length
      accounts.push(account)
      answers.push(app.send(account, network, naming))
      await expect.poll(() => asked.length).toBe(before + 1)
    }
    return { accounts, answers }
  }
  return { opened, ask, end: (account: string) => ends.get(account)?.() }
}

test('room that becomes free goes to whose network has least, not to whoever of a full one came first', async () => {
  const { opened, ask, end } = await openAppOfDrafts()
  const networks = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
  const crowd = await ask('proven', [...networks, ...networks, ...networks])
  await expect.poll(() => opened.length).toBe(8)
  const late = await ask('proven', ['192.0.2.5'])
  end(crowd.accounts[0]!)
  await expect.poll(() => opened[8]).toBe(late.accounts[0])
})

// design/load.md#networks
test('all networks of one IPv6 site have half of the room', async () => {
  const { opened, ask } = await openAppOfDrafts()
  const site = await ask('account', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'])
  expect(await site.answers[2]).toBe(503)
  await ask('account', ['2001:db8:2:1::1'])
  await expect.poll(() => opened.length).toBe(3)
})
