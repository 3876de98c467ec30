import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { testBareApp } from '../testing/bare-app.ts'

const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const second = 1000

afterEach(() => vi.useRealTimers())

/** Listens on a real port, in a time that stands still; `closing` once it has been told to end. */
async function listening() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const app = testBareApp()
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  /** `ended`: all it was answered, once it is over. */
  async function open() {
    const accepted = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let heard = ''
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString()))
    const ended = new Promise<string>((resolve) =>
      socket.on('error', ({ message }) => (heard += message)).on('close', () => resolve(heard)),
    )
    await accepted
    return { socket, ended }
  }
  /** One that was answered, and may be used again. */
  async function openUsed() {
    const connection = await open()
    connection.socket.write(ask)
    await once(connection.socket, 'data')
    return connection
  }
  async function close() {
    const others = vi.getTimerCount()
    const closed = app.close()
    await expect.poll(() => vi.getTimerCount() - others).toBe(2)
    return { closed }
  }
  const connections = { 'has not asked yet': open, 'rests between two requests': openUsed }
  return { app, port, connections, close }
}

const kinds = ['has not asked yet', 'rests between two requests'] as const
const answered = /HTTP\/1.1 200 OK\r\n[^]*connection: close\r\n[^]*{"status":"ok"}$/i

test.each(kinds)('a connection that %s has a second in which it is answered', async (kind) => {
  const { connections, close } = await listening()
  const { socket, ended } = await connections[kind]()
  const { closed } = await close()
  socket.write(ask)
  expect(await ended).toMatch(answered)
  await vi.advanceTimersByTimeAsync(second)
  await closed
})

test.each(kinds)('of a connection that %s, what came as the second ended is answered too', async (kind) => {
  const { connections, close } = await listening()
  const { socket, ended } = await connections[kind]()
  const { closed } = await close()
  socket.write(ask)
  vi.advanceTimersByTime(second)
  expect(await ended).toMatch(answered)
  await closed
})

test.each(kinds)('a connection that %s and asks nothing holds no server longer', async (kind) => {
  const { connections, close } = await listening()
  const { ended } = await connections[kind]()
  const { closed } = await close()
  await vi.advanceTimersByTimeAsync(second)
  await closed
  expect(await ended).not.toMatch(answered)
})

test('without connections it ends at once, and refuses new ones', async () => {
  const { app, port } = await listening()
  await app.close()
  const [refused] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException]
  expect(refused.code).toBe('ECONNREFUSED')
})

test('who comes in its last second is answered too', async () => {
  const { connections, close } = await listening()
  await connections['has not asked yet']()
  const { closed } = await close()
  const { socket, ended } = await connections['has not asked yet']()
  socket.write(ask)
  expect(await ended).toMatch(answered)
  await vi.advanceTimersByTimeAsync(second)
  await closed
})

test('answers all connections that were not accepted yet', async () => {
  const { app, port } = await listening()
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  for (const socket of sockets) socket.write(ask)
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const closed = app.close()
  const heard = await Promise.all(sockets.map(async (socket) => String(await socket.toArray().catch(String))))
  for (const one of heard) expect(one).toMatch(answered)
  await vi.advanceTimersByTimeAsync(second)
  await closed
})
