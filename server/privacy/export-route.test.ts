import { expect, test } from 'vitest'
import { askOnly, portOfApp } from '../testing/ports.ts'
import { openAccounts } from '../testing/test-app.ts'
import { aLetter, ana, luis } from '../testing/factories.ts'
import { addressesAsText } from '../letters/stored.ts'
import { createHash } from 'node:crypto'

const part = Buffer.alloc(1_000_000)
const parts = 40

/** Letters of a megabyte each: more than all buffers hold between the export and a reader that pauses. */
async function heavyApp() {
  let read = 0
  const openPdf = () => (read++, part)
  const app = await openAccounts({ change: ({ cipher }) => ({ cipher: { ...cipher, openPdf } }) })
  const { access_token: token = '' } = await app.register('ana@ejemplo.test')
  const { id: account_id = '' } = await app.account(token)
  const pdf_sha256 = createHash('sha256').update(part).digest('hex')
  const addresses = addressesAsText({ origin: ana, destination: luis })
  for (let letter = 0; letter < parts; letter++)
    await aLetter(app.db, {
      account_id,
      state: 'posted',
      open: { cipher: app.cipher, addresses },
      pdf_sha256,
    })
  return { app: app.fastify, token, read: () => read }
}

// design/load.md#answers
test('two exports are on their way to one network; a third is begun when one has gone', async () => {
  const { app, token } = await heavyApp()
  const port = await portOfApp(app)
  const ask = () => askOnly(port, '/account/export', { authorization: `Bearer ${token}` })
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
