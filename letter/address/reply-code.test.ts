// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleRecipient, sampleSender } from './address.ts'
import { mostReplyDigits, readReply, replyFragment } from './reply-code.ts'

const ana = sampleSender
const luis = { ...sampleRecipient, street: 'Rúa Nova, 10 — 2.º B', state: 'Teis', country: 'Portugal' }

test('a letter’s addresses come back swapped (design/paper.md#reply-code)', () => {
  const fragment = replyFragment({ origin: ana, destination: luis })
  expect(fragment).toMatch(/^(\d{15})+$/)
  expect(readReply(fragment)).toEqual({ origin: luis, destination: ana })
})

const field = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => `x${text}`.replace(/\s/g, '_'))
const address = fc.record({
  name: field,
  street: field,
  city: field,
  state: fc.constantFrom('', 'Teis'),
  postalCode: fc.constant('28013'),
  country: fc.constantFrom('España', 'France'),
})

test('whatever the addresses say, the code says it', () => {
  fc.assert(
    fc.property(address, address, (origin, destination) => {
      const fragment = replyFragment({ origin, destination })
      fc.pre(fragment.length <= mostReplyDigits)
      const read = readReply(fragment)
      // Invisible and unprintable characters are dropped, as on paper.
      expect(read && replyFragment({ origin: read.destination, destination: read.origin })).toBe(fragment)
    }),
  )
})

test.each([
  '',
  '12',
  'x'.repeat(15),
  '999999999999999', // more than six bytes
  '280379743338240', // bytes that are no text
  '0'.repeat(mostReplyDigits + 15),
  '٠'.repeat(15),
])('what is no such code is none: %s', (fragment) => {
  expect(readReply(fragment)).toBeUndefined()
})
