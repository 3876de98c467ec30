// @module-tag long
import { Readable } from 'node:stream'
import { milliseconds, seconds } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { askOnly, portOfApp } from '../testing/ports.ts'
import type { App } from './app.ts'
import { testBareApp } from '../testing/bare-app.ts'
import { times, type BodyTimes } from './bodies.ts'
import { createStreamGuard } from './streams.ts'

const weight = 15_000_000

/** A server on a real port with one long answer: an answer that is not taken exists only there. */
async function openApp(bodyTimes: BodyTimes) {
  const app = testBareApp({ TRUST_PROXY: '1' }, bodyTimes)
  const content = 'a'.repeat(weight)
  app.get('/long', () => Promise.resolve(content))
  const port = await portOfApp(app)
  const headersOf = (from: string) => ({ 'x-forwarded-for': from })
  const ask = (from: string) => askOnly(port, '/long', headersOf(from))
  const read = async (from: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/long`, { headers: headersOf(from) })
    return { status: reply.status, length: (await reply.arrayBuffer()).byteLength }
  }
  return { ask, read, connections: () => connectionsOf(app) }
}
const connectionsOf = ({ server }: App) =>
  new Promise<number>((said) => server.getConnections((_error, number) => said(number)))
const whole = { status: 200, length: weight }
const impatient = { ...times, wait: milliseconds(0) }
/** A loaded machine takes long to read megabytes, and may be cut off by the very limits under test. */
const eventually = { timeout: 60_000 }

// design/load.md#answers
test('a client that takes no answers holds two in memory, and other clients are served', async () => {
  const { ask, read } = await openApp({ ...impatient, stall: seconds(60), start: seconds(60) })
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask('192.0.2.1')))
  const statuses = asked.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503, 503])
  expect(await read('192.0.2.2')).toEqual(whole)

  for (const { socket } of asked) socket.destroy()
  await expect.poll(() => read('192.0.2.1'), eventually).toEqual(whole)
})

test.each([
  ['stalls', { ...impatient, stall: seconds(1) }],
  ['misses its deadline', { ...impatient, start: seconds(2), bytesPerSecond: 1e9 }],
])('an answer that %s is given up, and its place is free', async (_, bodyTimes) => {
  const { ask, read, connections } = await openApp(bodyTimes)
  const asked = await Promise.all([ask('192.0.2.1'), ask('192.0.2.1')])
  expect(asked.map(({ status }) => status)).toEqual([200, 200])
  // Waits for both: with one place free `read` passes, and the other answer could still be taken whole.
  await expect.poll(connections, eventually).toBe(0)
  await expect.poll(() => read('192.0.2.1'), eventually).toEqual(whole)
  for (const { socket, closed } of asked) {
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(weight)
  }
})

const part = Buffer.alloc(1_000_000)
const parts = 40

/** A server on a real port that streams more than any buffer between it and its reader holds. */
async function openStreams(stall = seconds(60)) {
  const app = testBareApp()
  const guard = createStreamGuard({
    ...times,
    stall,
    start: seconds(60),
    bytesPerSecond: 1000,
    wait: milliseconds(0),
  })
  app.get('/all', async (request, reply) => {
    await guard(request, reply)
    return reply.send(Readable.from(Array.from({ length: parts }, () => part)))
  })
  const port = await portOfApp(app)
  const read = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/all`)
    return { status: reply.status, length: (await reply.arrayBuffer()).byteLength }
  }
  return { ask: () => askOnly(port, '/all'), read, connections: () => connectionsOf(app) }
}
const wholeStream = { status: 200, length: parts * part.length }

// design/load.md#answers
test('one network gets two streams at once; a third waits until one has ended', async () => {
  const { ask, read } = await openStreams()
  const asked = [await ask(), await ask(), await ask()]
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 503])
  asked[0]?.socket.destroy()
  await expect.poll(read, eventually).toEqual(wholeStream)
})

test('a stream that is not taken is given up, and its place is free', async () => {
  const { ask, read, connections } = await openStreams(milliseconds(500))
  const asked = [await ask(), await ask()]
  await expect.poll(connections, eventually).toBe(0)
  await expect.poll(read, eventually).toEqual(wholeStream)
  for (const { socket, closed } of asked) {
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(wholeStream.length)
  }
})
