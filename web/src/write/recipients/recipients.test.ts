import { expect, test } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { mostLettersOfOrder } from '@lacre/letter/price/price.ts'
import { addRecipients } from './recipients.ts'

const named = (name: string) => ({ ...sampleRecipient, name })

test('duplicates are found however written, and reported (design/sending.md#several-recipients)', () => {
  const again = { ...named('ana'), country: 'Spain', street: 'CALLE DE LA PRINCESA,  25, 4.º A' }
  expect(addRecipients([named('Ana')], [again, named('Eva'), named('Eva')])).toEqual({
    list: [named('Ana'), named('Eva')],
    duplicates: [again, named('Eva')],
    overflow: [],
  })
})

test.each([
  ['Ctra. de Sóller, km 7.5', 'Ctra. de Sóller, km 75'],
  ['Bloque 3.2', 'Bloque 32'],
])('%s and %s are different addresses', (street, other) => {
  const [one, two] = [street, other].map((written) => ({ ...sampleRecipient, street: written }))
  expect(addRecipients([one!], [two!]).list).toHaveLength(2)
})

test('accepts fifty and reports the rest', () => {
  const many = Array.from({ length: mostLettersOfOrder + 2 }, (_, n) => named(`Ana ${n}`))
  const { list, overflow } = addRecipients([], many)
  expect([list.length, overflow.map(({ name }) => name)]).toEqual([mostLettersOfOrder, ['Ana 50', 'Ana 51']])
})
