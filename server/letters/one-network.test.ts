// @module-tag long
import { seconds } from '@lacre/letter/days.ts'
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
