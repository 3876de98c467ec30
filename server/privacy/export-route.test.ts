import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ExportedFile } from '../ports.ts'
import { accountHouse } from '../testing/account-house.ts'

const part = Buffer.alloc(1_000_000)
const parts = 40

/** More than any buffer between the export and whoever rests while reading it holds; as a PDF, it is not packed. */
async function* heavy(): AsyncGenerator<ExportedFile> {
  for (let at = 0; at < parts; at++) {
    await nextTurn()
    yield { name: `cartas/${at}/carta.pdf`, bytes: part, at: new Date('2026-11-21T10:00:00Z') }
  }
}

// design.md#answers
test('two exports are on their way to one network; a third is begun when one has gone', async () => {
  const { app, register } = await accountHouse({ exportParts: [heavy] })
  const { access_token: token = '' } = await register('ana@ejemplo.test')
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

test('a HEAD of it, which would read everything at once for nobody, does not exist', async () => {
  let read = 0
  async function* counted() {
    for await (const file of heavy()) {
      read++
      yield file
    }
  }
  const { app, register } = await accountHouse({ exportParts: [counted] })
  const { access_token: token = '' } = await register('ana@ejemplo.test')
  const headers = { authorization: `Bearer ${token}` }
  expect((await app.inject({ method: 'HEAD', url: '/account/export', headers })).statusCode).toBe(404)
  expect(read).toBe(0)
})
