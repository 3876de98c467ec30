import { states } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { filters, statesIn, type Filter } from './filters.ts'

test('each state is found by exactly one filter', () => {
  const found = (Object.keys(filters) as Filter[]).flatMap(statesIn)
  expect(new Set(found)).toEqual(new Set(states))
  expect(found).toHaveLength(states.length)
})
