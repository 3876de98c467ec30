import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { portOfApp } from '../testing/ports.ts'
import { testBareApp } from '../testing/bare-app.ts'

const ask = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server that counts what it begins, and answers in the next turn of the loop. */
async function listening() {
  const app = testBareApp()
  let begun = 0
  app.get('/slow', { schema: { hide: true } }, async () => {
    begun++
    await new Promise((resolve) => setImmediate(resolve))
    return { status: 'ok' }
  })
  let read = 0
  app.server.on('request', () => read++)
  const port = await portOfApp(app)
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    return socket.on('error', () => {}).setEncoding('utf8')
  }
  return { open, begun: () => begun, read: () => read }
}

test('who sends thousands without waiting for an answer has a hundred read, one begun, and the connection is closed (design/load.md#one-request-a-connection)', async () => {
  const { open, begun, read } = await listening()
  const socket = open()
  const closed = new Promise((resolve) => socket.resume().on('close', resolve))
  socket.write(ask.repeat(3000))
  await closed
  expect([begun(), read()]).toEqual([1, 100])
})

test('who waits for each answer goes on with the same connection', async () => {
  const { open, begun } = await listening()
  const socket = open()
  for (let asked = 1; asked <= 50; asked++) {
    socket.write(ask)
    const [answer] = (await once(socket, 'data')) as [string]
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*{"status":"ok"}$/)
    expect(begun()).toBe(asked)
  }
})
