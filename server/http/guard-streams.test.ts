// @module-tag long
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { milliseconds, seconds } from '@lacre/letter/days.ts'
import { expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '../outside/clock.ts'
import { testSettings } from '../testing/test-settings.ts'
import { bareApp } from './bare-app.ts'
import { times } from './bodies.ts'
import { createStreamGuard } from './streams.ts'

const part = Buffer.alloc(1_000_000)
const parts = 40

/** A server on a real port that streams more than any buffer between it and its reader holds. */
async function openServer(stall = seconds(60)) {
  const app = bareApp({ settings: testSettings(), random: systemRandom })
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
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo

  /** Asks, and takes no more of the answer than its status. */
  function ask(): Promise<{ status: number; socket: Socket; closed: Promise<unknown> }> {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => void socket.once('close', resolve))
    onTestFinished(() => void socket.destroy())
    socket.write('GET /all HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.once('data', (head: Buffer) => {
        socket.pause()
        resolve({ status: Number(head.toString('latin1', 9, 12)), socket, closed })
      })
    })
  }
  const read = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/all`)
    return { status: reply.status, length: (await reply.arrayBuffer()).byteLength }
  }
  return { ask, read }
}
const whole = { status: 200, length: parts * part.length }

// design/load.md#answers
test('two long answers are on their way to one network; a third waits until one has gone', async () => {
  const { ask, read } = await openServer()
  const asked = [await ask(), await ask(), await ask()]
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 503])
  asked[0]?.socket.destroy()
  await expect.poll(read).toEqual(whole)
})

test('one that nobody takes is given up, and its place is free', async () => {
  const { ask, read } = await openServer(milliseconds(500))
  const asked = [await ask(), await ask()]
  await expect.poll(read).toEqual(whole)
  for (const { socket, closed } of asked) {
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(whole.length)
  }
})
