import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from './database/open.ts'
import { startSentence } from './start-trouble.ts'
import { createTypesetter } from './typesetting/pool.ts'

/** Answers whoever connects as PostgreSQL does while it recovers. */
async function recoveringServer(): Promise<string> {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '']
  const body = Buffer.from(fields.map((field) => field + '\0').join(''))
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, body]))))
  const port = await new Promise<number>((listening) =>
    server.listen(0, '127.0.0.1', () => listening((server.address() as { port: number }).port)),
  )
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return `postgres://lacre@127.0.0.1:${port}/lacre`
}

test('a PostgreSQL that recovers is said in a sentence', async () => {
  const failure: unknown = await openDatabase({ url: await recoveringServer(), dir: '' }).catch(
    (error: unknown) => error,
  )
  expect(startSentence(failure)).toBe('PostgreSQL is starting or recovering: start again in a moment.')
})

test('a temporary folder that takes no file is said in a sentence', () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  onTestFinished(() => void vi.unstubAllEnvs())
  let failure: unknown
  try {
    createTypesetter()
  } catch (error) {
    failure = error
  }
  expect(startSentence(failure)).toBe(
    'The temporary folder cannot be written: set TMPDIR to a folder of this user.',
  )
})

test.each(['ENOSPC', 'EDQUOT', '53100'])('a full disk is said in a sentence (%s)', (code) => {
  const failure = Object.assign(new Error('no space left on device, write'), { code })
  expect(startSentence(failure)).toBe(
    'No space is left in DATA_DIR, in the temporary folder (TMPDIR) or on the disk of the database.',
  )
})
