// @module-tag long
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { milliseconds, seconds, type Ms } from '@lacre/letter/days.ts'
import type { Failure, Preview } from '@lacre/letter/calls.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lettersHouse, written } from '../testing/letter-house.ts'
import { createTypesetter } from '../typesetting/pool.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { bodyWithAccount, bodyWithoutAccount, usualBody, type BodyTimes } from './bodies.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
afterAll(() => typesetter.close())

/** Listens on a real port, as the server does: what arrives slowly does not exist elsewhere. */
async function openHouse(bodyTimes?: BodyTimes) {
  const house = await lettersHouse(typesetter, {}, { trustProxy: 1, ...(bodyTimes && { bodyTimes }) })
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => house.app.close())
  const { port } = house.app.server.address() as AddressInfo

  const heads: string[] = []
  /** Sends what is given of a body, then `drops` as often as said, or nothing; its answer's status and `detail`. */
  function sendPart(
    from: string,
    headers: string,
    part = '',
    { type = 'application/json', drops }: { type?: string; drops?: { text: string; every: Ms } } = {},
  ): Promise<[status: number, detail: string]> {
    const socket = connect(port, '127.0.0.1')
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
  /** Nearly all of a long body from each, of which the server has heard before the next one begins. */
  async function sendOneByOne(froms: string[]) {
    const answers: ReturnType<typeof sendPart>[] = []
    for (const from of froms) {
      const heard = once(house.app.server, 'request')
      answers.push(sendPart(from, length(bodyWithoutAccount), begun))
      await heard
    }
    return answers
  }
  return { ...house, sendPart, sendOneByOne, preview, heads }
}

const length = (bytes: number) => `Content-Length: ${bytes}`
const heavy = (bytes: number) => written(`<p>Hola</p><!--${'a'.repeat(bytes)}-->`)
const impatient: BodyTimes = {
  stall: seconds(1),
  start: seconds(60),
  bytesPerSecond: 1_000_000,
  wait: milliseconds(0),
  pace: milliseconds(0),
}
/** Nobody is too slow: only memory counts. */
const patient = { ...impatient, stall: seconds(600) }
/** All but a little of the longest body, as a preview without an account. */
const begun = '{"content":"'.padEnd(bodyWithoutAccount - 1000, 'a')
const tooSlow = [408, 'Su conexión va demasiado despacio. Inténtelo de nuevo.']

// design.md#bodies
test('long bodies of four accounts that hardly arrive take nothing from anybody else', async () => {
  const { sendPart, preview, account } = await openHouse(patient)
  const claims = await Promise.all([1, 2, 3, 4].map(() => account()))
  for (const who of [...claims, ...claims])
    void sendPart('192.0.2.1', `Authorization: Bearer ${who}\r\n${length(bodyWithAccount)}`, '{').catch(
      () => undefined,
    )
  const served = await preview('192.0.2.2', heavy(100_000), `Bearer ${await account()}`)
  expect([served.status, ((await served.json()) as Preview).paper?.pages]).toEqual([200, 1])
})

test('short bodies of sixteen networks that hardly arrive take nothing from anybody else', async () => {
  const { sendPart, preview } = await openHouse(patient)
  for (let at = 0; at < 256; at++)
    void sendPart(`192.0.2.${at % 16}`, length(usualBody), '{').catch(() => undefined)
  expect((await preview('198.51.100.1', written())).status).toBe(200)
})

test('where memory lacks, the body that has been arriving longest is evicted, after a wait', async () => {
  const wait = milliseconds(500)
  const { sendOneByOne, preview, heads } = await openHouse({ ...patient, wait })
  const before = performance.now()
  const answers = await sendOneByOne([1, 1, 2, 2, 3, 3, 4, 4, 5].map((network) => `192.0.${network}.1`))
  const first = await Promise.race(answers.map(async (answer, at) => [at, ...(await answer)]))
  expect(first).toMatchObject([0, 503, /mucha gente/])
  // Well over what it takes at once; a timer may be a millisecond early.
  expect(performance.now() - before > wait / 2).toBe(true)
  expect(heads[0]).toContain('connection: close')
  expect((await preview('198.51.100.1', heavy(1_000_000))).status).toBe(200)
})

const longest = heavy(bodyWithoutAccount - 2000)

test('what callers without a proven account bring beyond their pace waits, is served, and is not called slow', async () => {
  const pace = seconds(14)
  const { preview } = await openHouse({ ...impatient, stall: seconds(4), bytesPerSecond: 1e9, pace })
  const before = performance.now()
  for (let at = 0; at < 3; at++) expect((await preview('192.0.2.1', longest)).status).toBe(200)
  // Two come at once; half of that comes back in half of the time, and the first 64 KB of each are free.
  expect(performance.now() - before).toBeGreaterThan(0.45 * pace)
})

test('who waits for the pace of callers without a proven account takes nothing from short previews, nor from who has proven an address', async () => {
  const { preview, account } = await openHouse({ ...patient, pace: seconds(600) })
  for (let at = 0; at < 2; at++) expect((await preview('192.0.2.1', longest)).status).toBe(200)
  let isServed = false
  const third = preview('192.0.2.1', longest).then(() => (isServed = true))
  third.catch(() => undefined)
  expect((await preview('192.0.2.1', heavy(1000))).status).toBe(200)
  expect((await preview('192.0.2.1', longest, `Bearer ${await account()}`)).status).toBe(200)
  expect(isServed).toBe(false)
})

test('neighbours in one IPv6 network have one share of the memory', async () => {
  const { sendOneByOne } = await openHouse({ ...impatient, stall: seconds(5) })
  const neighbours = ['2001:db8:1:1::1', '2001:db8:2:1::1', '2001:db8:1:1:ffff::2', '2001:db8:1:1:8::3']
  const answers = await Promise.all(await sendOneByOne(neighbours))
  expect(answers.map(([status]) => status)).toEqual([503, 408, 408, 408])
})

test('a hundred bodies that begin and rest are given up', async () => {
  const { sendPart, preview } = await openHouse(impatient)
  const resting = Array.from({ length: 100 }, () =>
    sendPart('192.0.2.1', length(bodyWithoutAccount), '{"content":"'.padEnd(40_000, 'a')),
  )
  expect((await preview('192.0.2.2', written())).status).toBe(200)
  for (const answer of await Promise.all(resting)) expect(answer).toEqual(tooSlow)
})

test('a body that brings less than its rate is given up soon, however much of it came at first', async () => {
  const { sendPart } = await openHouse({ ...impatient, stall: seconds(5), bytesPerSecond: 10_000 })
  const drops = { text: ' ', every: milliseconds(100) }
  expect(await sendPart('192.0.2.1', length(1_000_000), ' '.repeat(500_000), { drops })).toEqual(tooSlow)
})

test('a body that brings more than its rate may take longer than one may rest', async () => {
  const { sendPart } = await openHouse({ ...impatient, stall: seconds(3), bytesPerSecond: 1000 })
  const drops = { text: ' '.repeat(2000), every: milliseconds(300) }
  const before = performance.now()
  expect(await sendPart('192.0.2.1', length(30_000), '', { drops })).toMatchObject([400, /no es válida/])
  expect(performance.now() - before).toBeGreaterThan(seconds(4))
})

test('a body that nobody wants, and that stops, ends neither the server nor the next one', async () => {
  const { sendPart, preview } = await openHouse(impatient)
  const unwanted = await sendPart('192.0.2.1', length(1_000_000), 'a'.repeat(60_000), { type: 'image/png' })
  expect(unwanted[0]).toBe(415)
  expect(await sendPart('192.0.2.1', length(1000))).toEqual(tooSlow)
  expect((await preview('192.0.2.1', written())).status).toBe(200)
})

test('without an account a body has its own limit and says its length; with one it may have sixteen megabytes', async () => {
  const house = await openHouse()
  const me = await house.account()
  const detail = 'Las imágenes de su carta ocupan demasiado. Use menos, o más pequeñas.'
  expect(await house.sendPart('192.0.2.1', length(bodyWithoutAccount + 1))).toEqual([413, detail])
  expect(await house.sendPart('192.0.2.1', 'Transfer-Encoding: chunked')).toMatchObject([411, /ocupa/])
  expect(
    await house.sendPart('192.0.2.1', `Authorization: Bearer ${me}\r\n${length(bodyWithAccount + 1)}`),
  ).toEqual([413, detail])
  expect((await house.preview('192.0.2.1', heavy(bodyWithoutAccount), `Bearer ${me}`)).status).toBe(200)
})

const size = 5_000_000
const hostile = {
  'nested lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'unclosed lists': '['.repeat(size),
  'many values': `[${'1,'.repeat(size / 2)}1]`,
  'many objects': `[${'{},'.repeat(size / 3)}"__proto__"]`,
  'many keys': `{${Array.from({ length: size / 12 }, (_, i) => `"${i}":1`).join(',')}}`,
}

// design.md#read-in-children
test.each(Object.entries(hostile))(
  'a body of %s costs the main loop no more than a text of that length',
  async (_, value) => {
    const { app } = await lettersHouse(typesetter, {}, { bodyTimes: patient })
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/letters/preview',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    async function busy(payload: string) {
      const before = performance.eventLoopUtilization()
      const { statusCode } = await send(payload)
      expect(statusCode).toBe(400)
      return performance.eventLoopUtilization(before).active
    }
    let [text, values] = [Infinity, Infinity]
    for (let i = 0; i < 3 || (i < 12 && values >= 4 * text); i++) {
      text = Math.min(text, await busy(`{"content":"${'a'.repeat(size)}"}`))
      values = Math.min(values, await busy(`{"content":"","x":${value}}`))
    }
    expect(values / text).toBeLessThan(4)
  },
)

test('what a text holds is not counted, and what stands around it is', async () => {
  const { preview, sendPart } = await openHouse()
  expect((await preview('192.0.2.1', written(`<p>a${'[{:,"\\'.repeat(3000)}</p>`))).status).toBe(200)
  const nested = `{"content":${'['.repeat(20_000)}`
  expect(await sendPart('192.0.2.1', length(nested.length), nested)).toEqual([
    400,
    'La petición no es válida.',
  ])
})
