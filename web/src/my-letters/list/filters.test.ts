import { states } from '@lacre/letter/journey.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { expect, test } from 'vitest'
import { filters, statesIn } from './filters.ts'

test('each state is found by exactly one filter', () => {
  const found = keysOf(filters).flatMap(statesIn)
  expect(new Set(found)).toEqual(new Set(states))
  expect(found).toHaveLength(states.length)
})
