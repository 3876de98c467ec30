import { expect, test } from 'vitest'
import type { LetterSummary } from '@lacre/letter/calls.ts'
import { groupByOrder } from './letter-list.tsx'

const order = (id: string) => ({ id, letters: 2, total: 658 })
const letter = (id: string, of: LetterSummary['order']) => ({ id, order: of }) as LetterSummary
const letters = [
  letter('a', order('o1')),
  letter('b', null),
  letter('c', order('o2')),
  letter('d', order('o1')),
]
const shown = (isSearch: boolean) =>
  groupByOrder(letters, isSearch).map((group) => group.letters.map(({ id }) => id))

test('letters of an order are grouped, search results are not (design/money.md#orders)', () => {
  expect(shown(false)).toEqual([['a', 'd'], ['b'], ['c']])
  expect(shown(true)).toEqual([['a'], ['b'], ['c'], ['d']])
})
