// @module-tag long
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { milliseconds, seconds, type Ms } from '@lacre/letter/days.ts'
import type { Failure, Preview } from '@lacre/letter/calls.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { portOfApp } from '../testing/ports.ts'
import { openLetters } from '../testing/test-app.ts'
import { written } from '../testing/factories.ts'
import type { BodyTimes } from './bodies.ts'
import { bodyWithAccount, bodyWithoutAccount, usualBody } from './limits.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

/** Listens on a real port, as the server does: what arrives slowly does not exist elsewhere. */
async function openApp(bodyTimes?: BodyTimes) {
  const app = await openLetters(typesetter, { settings: { trustProxy: 1 }, bodyTimes })
  const port = await portOfApp(app.fastify)

  const heads: string[] = []
  const sockets: Socket[] = []
  /** Sends what is given of a body, then `drops` as often as said, or nothing; its answer's status and `detail`. */
  function sendPart(
    from: string,
    headers: string,
    part = '',
    { type = 'application/json', drops }: { type?: string; drops?: { text: string; every: Ms } } = {},
  ): Promise<[status: number, detail: string]> {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /letters/preview HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Type: ${type}\r\n${headers}\r\n\r\n${part}`,
    )
    const timer = drops && setInterval(() => socket.writable && socket.write(drops.text), drops.every)
    socket.once('close', () => clearInterval(timer))
    return new Promise((resolve, reject) => {
      let answer = ''
      socket.on('error', reject)
      socket.on('data', (bytes) => {
        answer += bytes.toString()
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        if (!body.endsWith('}')) return
        heads.push(head.toLowerCase())
        resolve([Number(head.split(' ')[1]), (JSON.parse(body) as Failure).detail])
      })
    })
  }
  const preview = (from: string, body: object, authorization?: string) =>
    fetch(`http://127.0.0.1:${port}/letters/preview`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...(authorization && { authorization }),
      },
      body: JSON.stringify(body),
    })
  /** Sends nearly all of a long body from each; each begins after the server has heard of the one before. */
  async function sendOneByOne(froms: string[]) {
    const answers: ReturnType<typeof sendPart>[] = []
    for (const from of froms) {
      const heard = once(app.fastify.server, 'request')
      answers.push(sendPart(from, length(bodyWithoutAccount), begun))
      await heard
    }
    return answers
  }
  return { ...app, sendPart, sendOneByOne, preview, heads, sockets }
}

const length = (bytes: number) => `Content-Length: ${bytes}`
const heavy = (bytes: number) => written(`<p>Hola</p><!--${'a'.repeat(bytes)}-->`)
const impatient: BodyTimes = {
  stall: seconds(60),
  start: seconds(1),
  bytesPerSecond: 1e9,
  wait: milliseconds(0),
}
/** Each is set by a process: a loaded machine takes long. */
const eventually = { timeout: 60_000 }
/** No deadline is reached: only places count. */
const patient = { ...impatient, start: seconds(600) }
/** All but a little of the longest body, as a preview without an account. */
const begun = '{"content":"'.padEnd(bodyWithoutAccount - 1000, 'a')
const tooSlow = [408, 'Su conexión va demasiado despacio. Inténtelo de nuevo.']

// design/load.md#bodies
test('stalled long bodies of four accounts block no other client', async () => {
  const { sendPart, preview, account } = await openApp(patient)
  const claims = await Promise.all([1, 2, 3, 4].map(() => account()))
  for (const who of [...claims, ...claims])
    void sendPart('192.0.2.1', `Authorization: Bearer ${who}\r\n${length(bodyWithAccount)}`, '{').catch(
      () => undefined,
    )
  const served = await preview('192.0.2.2', heavy(100_000), `Bearer ${await account()}`)
  expect([served.status, ((await served.json()) as Preview).paper?.pages]).toEqual([200, 1])
})

test('stalled short bodies of sixteen networks block no other client', async () => {
  const { sendPart, preview } = await openApp(patient)
  for (let at = 0; at < 256; at++)
    void sendPart(`192.0.2.${at % 16}`, length(usualBody), '{').catch(() => undefined)
  expect((await preview('198.51.100.1', written())).status).toBe(200)
})

test('long bodies have a place each, so many of a network and in all, and what waits for one is refused, unread', async () => {
  const wait = milliseconds(500)
  const { sendOneByOne, preview, heads } = await openApp({ ...patient, wait })
  const before = performance.now()
  const [, , last] = await sendOneByOne(['192.0.2.1', '192.0.2.1', '192.0.2.1'])
  expect(await last).toMatchObject([503, expect.stringContaining('mucha gente')])
  // Well over what it takes at once; a timer may be a millisecond early.
  expect(performance.now() - before > wait / 2).toBe(true)
  expect(heads[0]).toMatch(/retry-after: 1\r\n[^]*connection: close/)
  void (await sendOneByOne([2, 2, 3, 3, 4, 4].map((network) => `192.0.2.${network}`)))
  expect((await preview('198.51.100.1', heavy(1_000_000))).status).toBe(503)
  expect((await preview('198.51.100.1', written())).status).toBe(200)
})

test('a place is free again when its body is answered or gone', async () => {
  const { sendOneByOne, preview, sockets } = await openApp(patient)
  const status = async () => (await preview('192.0.2.1', heavy(1_000_000))).status
  const [, answer] = await sendOneByOne(['192.0.2.1', '192.0.2.1'])
  expect(await status()).toBe(503)
  sockets[0]?.destroy()
  await expect.poll(status, eventually).toBe(200)
  void (await sendOneByOne(['192.0.2.1']))
  expect(await status()).toBe(503)
  sockets[1]?.write('"}'.padStart(1000, 'a'))
  expect(await answer).toMatchObject([400, expect.any(String)])
  for (let turn = 0; turn < 3; turn++) await expect.poll(status, eventually).toBe(200)
})

test('neighbours in one IPv6 network have one share of the places', async () => {
  const { sendOneByOne, preview } = await openApp(patient)
  void (await sendOneByOne(['2001:db8:1:1::1', '2001:db8:1:1:ffff::2']))
  expect((await preview('2001:db8:1:1:8::3', heavy(1_000_000))).status).toBe(503)
  expect((await preview('2001:db8:2:1::1', heavy(1_000_000))).status).toBe(200)
})

test('a body has a deadline by its length, however much of it came at first and drops in', async () => {
  const { sendPart } = await openApp({ ...impatient, bytesPerSecond: 500_000 })
  const drops = { text: ' ', every: milliseconds(100) }
  const before = performance.now()
  expect(await sendPart('192.0.2.1', length(1_000_000), ' '.repeat(500_000), { drops })).toEqual(tooSlow)
  expect(performance.now() - before).toBeGreaterThan(seconds(2.9))
})

test('an unread body that stalls ends neither the server nor the next request', async () => {
  const { sendPart, preview } = await openApp(impatient)
  const unwanted = await sendPart('192.0.2.1', length(1_000_000), 'a'.repeat(60_000), { type: 'image/png' })
  expect(unwanted[0]).toBe(415)
  expect(await sendPart('192.0.2.1', length(1000))).toEqual(tooSlow)
  expect((await preview('192.0.2.1', written())).status).toBe(200)
})

test('without an account a body has its own limit and says its length; with one it may have sixteen megabytes', async () => {
  const app = await openApp()
  const me = await app.account()
  const detail = 'Las imágenes de su carta ocupan demasiado. Use menos, o más pequeñas.'
  expect(await app.sendPart('192.0.2.1', length(bodyWithoutAccount + 1))).toEqual([413, detail])
  expect(await app.sendPart('192.0.2.1', 'Transfer-Encoding: chunked')).toMatchObject([411, /ocupa/])
  expect(
    await app.sendPart('192.0.2.1', `Authorization: Bearer ${me}\r\n${length(bodyWithAccount + 1)}`),
  ).toEqual([413, detail])
  expect((await app.preview('192.0.2.1', heavy(bodyWithoutAccount), `Bearer ${me}`)).status).toBe(200)
})

const size = 5_000_000
const hostile = {
  'nested lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'unclosed lists': '['.repeat(size),
  'many values': `[${'1,'.repeat(size / 2)}1]`,
  'many objects': `[${'{},'.repeat(size / 3)}"__proto__"]`,
  'many keys': `{${Array.from({ length: size / 12 }, (_, i) => `"${i}":1`).join(',')}}`,
}

// design/load.md#read-in-children
test.each(Object.entries(hostile))('a body of %s is not read on the main loop', async (_, value) => {
  const { fastify } = await openLetters(typesetter, { bodyTimes: patient })
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const { statusCode } = await fastify.inject({
    method: 'POST',
    url: '/letters/preview',
    headers: { 'content-type': 'application/json' },
    payload: `{"content":"","x":${value}}`,
  })
  expect(statusCode).toBe(400)
  expect(parse.mock.calls.filter(([text]) => text.length > usualBody)).toEqual([])
})

test('what a text holds is not counted, and what stands around it is', async () => {
  const { preview, sendPart } = await openApp()
  expect((await preview('192.0.2.1', written(`<p>a${'[{:,"\\'.repeat(3000)}</p>`))).status).toBe(200)
  const nested = `{"content":${'['.repeat(20_000)}`
  expect(await sendPart('192.0.2.1', length(nested.length), nested)).toEqual([
    400,
    'La petición no es válida.',
  ])
})
