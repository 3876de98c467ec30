import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { letterJustPaid } from '../testing/test-app.ts'

afterEach(() => vi.useRealTimers())

/** Listens on a real port, with the provider's connections on it. */
async function listening() {
  const { app, letterId } = await letterJustPaid()
  const { body } = await app.db.selectFrom('sandbox_card_event').select('body').executeTakeFirstOrThrow()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  /** A connection that the provider would keep; `ended`: whatever was answered, once it is over. */
  async function open(sent: string) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString()))
    const ended = new Promise<string>((resolve) =>
      socket.on('error', () => {}).on('close', () => resolve(answer)),
    )
    const heard = new Promise((resolve) => app.fastify.server.once('connection', resolve))
    if (sent) socket.write(sent)
    await heard
    return { ended }
  }
  const told = JSON.stringify(body)
  const head = `POST /stripe/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nStripe-Signature: ${app.sign(told)}\r\n`
  const webhook = `${head}Content-Length: ${Buffer.byteLength(told)}\r\n\r\n${told}`
  /** Resolves when a webhook has come as far as the provider, which answers when `answer` is called. */
  const asking = new Promise<{ answer: () => void }>((resolve) => {
    app.network.meddle = async (_call, go) => {
      await new Promise<void>((answer) => resolve({ answer }))
      return go()
    }
  })
  return { app, letterId, open, head, webhook, asking }
}

test('a webhook in the air is answered, and its connection ends with the answer', async () => {
  const { app, letterId, open, webhook, asking } = await listening()
  const { ended } = await open(webhook)
  const { answer } = await asking
  const closed = app.fastify.close()
  answer()
  expect(await ended).toMatch(/^HTTP\/1.1 200 [^]*"received":true/)
  await closed
  expect((await app.books(letterId)).letter).toBe('paid')
})

test.each([
  ['nothing', () => ''],
  ['half a head', (head: string) => head],
])('a connection that has sent %s keeps no server open', async (_what, part) => {
  const { app, open, head } = await listening()
  const { ended } = await open(part(head))
  await app.fastify.close()
  expect(await ended).toBe('')
})

test('after ten seconds it waits neither for a silent provider nor for half a body', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { app, open, head, webhook, asking } = await listening()
  let requests = 0
  app.fastify.server.on('request', () => requests++)
  const connections = [await open(webhook), await open(`${head}Content-Length: 1000\r\n\r\n{`)]
  await asking
  await expect.poll(() => requests).toBe(2)
  const closed = app.fastify.close()
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(10_000)
  await closed
  for (const { ended } of connections) await ended
  expect(app.fastify.server.listening).toBe(false)
})
