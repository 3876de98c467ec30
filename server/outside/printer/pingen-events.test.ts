import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPingenEvent } from './pingen-events.ts'

const body = (type = 'webhook_sent', changes: object = {}) =>
  Buffer.from(
    JSON.stringify({
      data: {
        type,
        id: 'e-1',
        attributes: { reason: 'sent', url: 'https://receiver', created_at: '2026-11-21T10:00:00+0100' },
        relationships: { letter: { data: { type: 'letters', id: 'l-1' } } },
        ...changes,
      },
      included: [],
    }),
  )
const sign = (bytes: Buffer, key = 'webhook_test_secret') =>
  createHmac('sha256', key).update(bytes).digest('hex')
const read = (bytes: Buffer, signature: string | undefined) =>
  readPingenEvent('webhook_test_secret', bytes, signature)

test('a signed event says which letter of theirs to look at', () => {
  expect(read(body(), sign(body()))).toEqual({ id: 'e-1', kind: 'webhook_sent', printerId: 'l-1' })
})

// RFC 4231, test case 2: what HMAC-SHA256 is, said by others.
test('the signature is lowercase hex of HMAC-SHA256 over the raw bytes', () => {
  const bytes = Buffer.from('what do ya want for nothing?')
  const signature = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  expect(readPingenEvent('Jefe', bytes, signature)).toBe('other')
  expect(readPingenEvent('Jefe', bytes, signature.toUpperCase())).toBe('forged')
})

test.each([
  ['no signature', undefined],
  ['an empty one', ''],
  ['one of another length', 'abc'],
  ['one of another key', sign(body(), 'another')],
  ['one of other bytes', sign(Buffer.concat([body(), Buffer.from(' ')]))],
])('%s is forged', (_what, signature) => {
  expect(read(body(), signature)).toBe('forged')
})

test('an event of theirs about something else is no forgery', () => {
  const other = body('webhook_organisation', { relationships: {} })
  expect(read(other, sign(other))).toBe('other')
})
