// @module-tag long
import { connect, type AddressInfo, type Socket } from 'node:net'
import { milliseconds, seconds } from '@lacre/letter/days.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openDrafts } from '../testing/test-app.ts'
import { times, type BodyTimes } from './bodies.ts'

const weight = 15_000_000

/** A draft as heavy as they may be, and a server on a real port: what nobody takes does not exist elsewhere. */
async function openApp(bodyTimes?: BodyTimes) {
  const app = await openDrafts({ settings: { trustProxy: 1 }, bodyTimes })
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.fastify.close())
  const { port } = app.fastify.server.address() as AddressInfo
  const [ana, id] = [await app.account(), app.newId()]
  const content = '€'.repeat(weight / 3)
  await app.keep(ana, id, content, null)

  /** Asks, and takes no more of the answer than its status. */
  function ask(from: string): Promise<{ status: number; socket: Socket; closed: Promise<unknown> }> {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => void socket.once('close', resolve))
    onTestFinished(() => void socket.destroy())
    socket.write(
      `GET /drafts/${id} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nAuthorization: Bearer ${ana}\r\n\r\n`,
    )
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.once('data', (head: Buffer) => {
        socket.pause()
        resolve({ status: Number(head.toString('latin1', 9, 12)), socket, closed })
      })
    })
  }
  const read = async (from: string) => {
    const headers = { authorization: `Bearer ${ana}`, 'x-forwarded-for': from }
    const reply = await fetch(`http://127.0.0.1:${port}/drafts/${id}`, { headers })
    return {
      status: reply.status,
      content: ((await reply.json()) as { content?: string }).content === content,
    }
  }
  const connections = () =>
    new Promise<number>((said) => app.fastify.server.getConnections((_error, number) => said(number)))
  return { ask, read, connections }
}
const whole = { status: 200, content: true }
const impatient = { ...times, wait: milliseconds(0) }

// design/load.md#answers
test('whoever takes none of their answers holds two in memory, and everybody else is served', async () => {
  const { ask, read } = await openApp(impatient)
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask('192.0.2.1')))
  const statuses = asked.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503, 503])
  expect(await read('192.0.2.2')).toEqual(whole)

  for (const { socket } of asked) socket.destroy()
  await expect.poll(() => read('192.0.2.1')).toEqual(whole)
})

test.each([
  ['rests', { ...impatient, stall: seconds(1) }],
  ['is not taken in its time', { ...impatient, start: seconds(2), bytesPerSecond: 1e9 }],
])('an answer that %s is given up, and its place is free', async (_, bodyTimes) => {
  const { ask, read, connections } = await openApp(bodyTimes)
  const asked = await Promise.all([ask('192.0.2.1'), ask('192.0.2.1')])
  expect(asked.map(({ status }) => status)).toEqual([200, 200])
  // Until both are given up: a place is free when one is, and whoever goes on taking the other gets it whole.
  await expect.poll(connections).toBe(0)
  await expect.poll(() => read('192.0.2.1')).toEqual(whole)
  for (const { socket, closed } of asked) {
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(weight)
  }
})
