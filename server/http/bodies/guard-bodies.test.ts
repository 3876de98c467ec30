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

  /** Sends what is given of a body, then nothing; resolves with the answer's status and its `detail`. */
  function sendPart(from: string, headers: string, part = ''): Promise<[status: number, detail: string]> {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /letters/preview HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${part}`,
    )
    return new Promise((resolve, reject) => {
      let answer = ''
      socket.on('error', reject)
      socket.on('data', (bytes) => {
        answer += bytes.toString()
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        if (body.endsWith('}')) resolve([Number(head.split(' ')[1]), (JSON.parse(body) as Failure).detail])
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
  return { ...house, sendPart, preview }
}

const length = (bytes: number) => `Content-Length: ${bytes}`
const heavy = (bytes: number) => written(`<p>Hola</p><!--${'a'.repeat(bytes)}-->`)
const impatient = { stall: seconds(1), start: seconds(60), bytesPerSecond: 1_000_000 }

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

test('a body that never stops but does not end in its time is refused', async () => {
  const { sendPart } = await openHouse({ stall: seconds(60), start: milliseconds(300), bytesPerSecond: 1e9 })
  expect(await sendPart('192.0.2.1', length(1000), '{"content":')).toMatchObject([408, /despacio/])
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
