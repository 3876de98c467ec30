import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'
import { startSentence } from '../start-trouble.ts'

/** Answers a request for encryption as PostgreSQL without certificates does. */
async function withoutEncryption(): Promise<string> {
  const server = createServer((socket) => socket.once('data', () => socket.end('N')))
  const port = await new Promise<number>((listening) =>
    server.listen(0, '127.0.0.1', () => listening((server.address() as { port: number }).port)),
  )
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return `postgres://lacre@127.0.0.1:${port}/lacre?sslmode=require`
}

test('sslmode=require at a server without encryption is said in a sentence', async () => {
  const failure: unknown = await openDatabase({ url: await withoutEncryption(), dir: '' }).catch(
    (e: unknown) => e,
  )
  expect(startSentence(failure)).toBe(
    'DATABASE_URL asks for an encrypted connection (sslmode) and the server offers none.',
  )
})
