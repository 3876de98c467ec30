import { connect, type AddressInfo } from 'node:net'
import { milliseconds, seconds } from '@lacre/letter/duration.ts'
import type { Failure, Preview } from '@lacre/letter/calls.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lettersHouse, written } from '../../testing/letter-house.ts'
import { createTypesetter } from '../../typesetting/pool/pool.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { bodyWithAccount, bodyWithoutAccount, type BodyTimes } from './guard-bodies.ts'

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
  /** Sends what is given of a body, then nothing; resolves with the answer's status and its `detail`. */
  function sendPart(
    from: string,
    headers: string,
    part = '',
    type = 'application/json',
  ): Promise<[status: number, detail: string]> {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /letters/preview HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Type: ${type}\r\n${headers}\r\n\r\n${part}`,
    )
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
  return { ...house, sendPart, preview, heads }
}

const length = (bytes: number) => `Content-Length: ${bytes}`
const heavy = (bytes: number) => written(`<p>Hola</p><!--${'a'.repeat(bytes)}-->`)
const impatient = { stall: seconds(1), start: seconds(60), bytesPerSecond: 1_000_000, wait: milliseconds(0) }

// design.md#bodies
test('a hundred bodies that begin and rest hold two places, and those not for long; everybody else is served', async () => {
  const { sendPart, preview } = await openHouse(impatient)
  const begun = Array.from({ length: 100 }, () =>
    sendPart('192.0.2.1', length(bodyWithoutAccount), '{"content":"'.padEnd(40_000, 'a')),
  )
  const served = await preview('192.0.2.2', written())
  expect([served.status, ((await served.json()) as Preview).paper?.pages]).toEqual([200, 1])
  const answers = await Promise.all(begun)
  expect(answers.filter(([status]) => status === 503).length).toBeGreaterThan(90)
  const late = answers.filter(([status]) => status !== 503)
  expect(late).toContainEqual([408, 'Su conexión va demasiado despacio. Inténtelo de nuevo.'])
  expect(new Set(late.map(([status]) => status))).toEqual(new Set([408]))
  // The places are free again.
  expect(await sendPart('192.0.2.1', length(bodyWithoutAccount))).toMatchObject([408, /despacio/])
})

test('of eight long bodies without an account none is refused; the ninth waits, and is refused without being taken in', async () => {
  const wait = milliseconds(300)
  const { sendPart, heads } = await openHouse({ ...impatient, stall: seconds(60), wait })
  const part = '{"content":"'.padEnd(70_000, 'a')
  const send = (network: number) => sendPart(`192.0.${network}.1`, length(100_000), part)
  const begun = [1, 2, 3, 4, 5, 6, 7, 8].map(send)
  const before = performance.now()
  const [status] = await Promise.race([...begun, send(9), send(10)])
  // Well over what a refusal at once takes; a timer may be a millisecond early.
  expect([status, performance.now() - before > wait / 2]).toEqual([503, true])
  expect(heads[0]).toContain('connection: close')
})

test('a body that never stops but does not end in its time is refused', async () => {
  const { sendPart } = await openHouse({
    ...impatient,
    stall: seconds(60),
    start: milliseconds(300),
    bytesPerSecond: 1e9,
  })
  expect(await sendPart('192.0.2.1', length(1000), '{"content":')).toMatchObject([408, /despacio/])
})

test('a body that nobody wants, and that stops, ends neither the server nor the next one', async () => {
  const { sendPart, preview } = await openHouse(impatient)
  const unwanted = await sendPart('192.0.2.1', length(1_000_000), 'a'.repeat(60_000), 'image/png')
  expect(unwanted[0]).toBe(415)
  expect(await sendPart('192.0.2.1', length(1000))).toMatchObject([408, /despacio/])
  expect((await preview('192.0.2.1', written())).status).toBe(200)
})

test('neighbours in one IPv6 network share its places', async () => {
  const { sendPart } = await openHouse(impatient)
  const begun = ['2001:db8:1:1::1', '2001:db8:1:1:ffff::2', '2001:db8:1:1:8::3', '2001:db8:2:1::1'].map(
    (from) => sendPart(from, length(bodyWithoutAccount)),
  )
  const statuses = (await Promise.all(begun)).map(([status]) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([408, 408, 408, 503])
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
    const { app } = await lettersHouse(typesetter)
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
