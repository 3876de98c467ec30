import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from './database/open.ts'
import { startSentence } from './start-trouble.ts'
import { portOf } from './testing/ports.ts'
import { createTypesetter } from './typesetting/pool.ts'

/** As PostgreSQL answers while it recovers. */
function recovering(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '']
  const body = Buffer.from(fields.map((field) => field + '\0').join(''))
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

test.each([
  ['recovers', '', recovering(), 'PostgreSQL is starting or recovering: start again in a moment.'],
  [
    'has no certificate',
    '?sslmode=require',
    Buffer.from('N'),
    'DATABASE_URL asks for an encrypted connection (sslmode) and the server offers none.',
  ],
])('a PostgreSQL that %s is said in a sentence', async (_, query, answer, sentence) => {
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)))
  const url = `postgres://lacre@127.0.0.1:${await portOf(server)}/lacre${query}`
  const failure: unknown = await openDatabase({ url, dir: '' }).catch((error: unknown) => error)
  expect(startSentence(failure)).toBe(sentence)
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
