import { expect, test } from 'vitest'
import { statusOf } from './pingen-statuses.ts'

test.each([
  ['validating', 'held'],
  ['valid', 'held'],
  ['submitted', 'in-production'],
  ['awaiting_credits', 'in-production'],
  ['printing', 'printed'],
  ['sent', 'posted'],
  ['delivered', 'delivered'],
  ['undeliverable', 'returned'],
  ['cancelling', 'cancelled'],
  ['action_required', 'failed'],
  ['expired', 'failed'],
  ['a word of tomorrow', 'in-production'],
  ['constructor', 'in-production'],
])('%s means %s', (word, status) => {
  expect(statusOf(word)).toBe(status)
})
