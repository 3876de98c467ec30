import { expect, test } from 'vitest'
import { addressDoubts } from './doubts.ts'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'

const doubts = (change: object) => addressDoubts({ ...sampleRecipient, ...change })

test('samples and empty fields raise no doubt', () => {
  expect(addressDoubts(sampleSender)).toEqual({})
  expect(doubts({})).toEqual({})
  expect(doubts({ street: ' ', postalCode: '', city: '' })).toEqual({})
})

test.each(['Gran Vía', 'Plaza Mayor, bajo'])('%s may lack its number', (street) => {
  expect(doubts({ street })).toEqual({ street: expect.stringContaining('¿Falta el número?') as string })
})
test.each([
  'Gran Vía 3',
  'Camino Real, km 2',
  'Calle Real s/n',
  'Calle Real, S. N.',
  'Calle Real sin número',
])('%s lacks no number', (street) => expect(doubts({ street })).toEqual({}))

test.each([
  [{ postalCode: '08001', city: 'Madrid' }, 'El 08001 es de Barcelona, no de Madrid.'],
  [{ postalCode: 'ES-28008', city: 'Lérida' }, 'El 28008 es de Madrid, no de Lleida.'],
  [{ postalCode: '28008', city: 'Getafe', state: 'Sevilla' }, 'El 28008 es de Madrid, no de Sevilla.'],
  [{ postalCode: '2800' }, 'cinco cifras'],
  [{ postalCode: '53000' }, 'cinco cifras'],
])('%j: %s', (change, words) => {
  expect(doubts(change)).toEqual({ postalCode: expect.stringContaining(words) as string })
})
test.each([
  ['Sevila', '41001', 'Sevilla'],
  ['Barclona', '08013', 'Barcelona'],
  ['Valladoild', '47001', 'Valladolid'],
  ['Pampolna', '31001', 'Pamplona'],
])('%s with %s: was it %s?', (city, postalCode, meant) => {
  expect(doubts({ city, postalCode })).toEqual({ city: `¿Quería decir ${meant}?` })
})

test.each([
  // Similar towns, and names that occur twice in a province.
  ['Plasencia', '10600'],
  ['Palma', '07001'],
  ['Valencia', '46001'],
  ['Lago', '27001'],
  ['Coruña, A', '15001'],
  ['Bilbo', '48009'],
  ['Sagunt', '46500'],
])('%s with %s is right', (city, postalCode) => expect(doubts({ city, postalCode })).toEqual({}))

test.each([
  { postalCode: '25001', city: 'Lérida' },
  { postalCode: '03001', city: 'Alacant' },
  // Some border villages use a neighbouring code, and most towns are not in our list.
  { postalCode: '31001', city: 'Pamplona' },
  { postalCode: '06700', city: 'Villanueva de la Serena', state: 'Badajoz' },
  { postalCode: '75001', city: 'París', country: 'Francia', street: 'Rue de Rivoli' },
])('%j raises none', (change) => expect(doubts(change)).toEqual({}))
