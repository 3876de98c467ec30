import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openAccounts } from '../testing/test-app.ts'
import { aLetter, ana, luis } from '../testing/factories.ts'
import { addressesAsText } from '../letters/stored.ts'
import { createHash } from 'node:crypto'
import { letterCipher } from '../database/cipher.ts'
import { systemRandom } from '../outside/clock.ts'

const part = Buffer.alloc(1_000_000)
const parts = 40

/** Letters of a megabyte each: more than all buffers hold between the export and a reader that pauses. */
async function heavyApp() {
  let read = 0
  const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)
  const openPdf = () => (read++, part)
  const app = await openAccounts({ cipher: { ...cipher, openPdf } })
  const { access_token: token = '' } = await app.register('ana@ejemplo.test')
  const { id: account_id = '' } = await app.account(token)
  const pdf_sha256 = createHash('sha256').update(part).digest('hex')
  const addresses = addressesAsText({ origin: ana, destination: luis })
  for (let letter = 0; letter < parts; letter++)
    await aLetter(app.db, { account_id, state: 'posted', open: { cipher, addresses }, pdf_sha256 })
  return { app: app.fastify, token, read: () => read }
}

// design/load.md#answers
test('two exports are on their way to one network; a third is begun when one has gone', async () => {
  const { app, token } = await heavyApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo

  /** Asks, and takes no more of the answer than its status. */
  function ask() {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /account/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    return new Promise<{ status: number; socket: typeof socket }>((resolve, reject) => {
      socket.on('error', reject)
      socket.once('data', (head: Buffer) => {
        socket.pause()
        resolve({ status: Number(head.toString('latin1', 9, 12)), socket })
      })
    })
  }
  const asked = [await ask(), await ask(), await ask()]
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 503])

  asked[0]?.socket.destroy()
  await expect.poll(async () => (await ask()).status).toBe(200)
})

test('HEAD does not exist: it would read everything at once, and for no reader', async () => {
  const { app, token, read } = await heavyApp()
  const headers = { authorization: `Bearer ${token}` }
  expect((await app.inject({ method: 'HEAD', url: '/account/export', headers })).statusCode).toBe(404)
  expect(read()).toBe(0)
})
