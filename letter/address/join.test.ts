// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, joinAddress, joinsTo, parseAddress, sampleRecipient, sampleSender } from './address.ts'

test('name, street, city, postal code and country are joined, the state is not (specification, section 3)', () => {
  expect(joinAddress(sampleSender)).toBe(
    'Lucía Romero Vega, Calle Armengual de la Mota, 12, 3.º B, Málaga, 29007, España',
  )
})

test.each([
  ['Ana,Calle Mayor 1,Ávila,05001,España', 'Calle Mayor 1'],
  ['Ana, Calle Mayor, 1, 2.º A, Ávila, 05001, España', 'Calle Mayor, 1, 2.º A'],
  ['Ana ,Calle Mayor,1 , Ávila , 05001,  España ', 'Calle Mayor,1'],
])('%j is read from both ends (design/sending.md#joined-addresses)', (joined, street) => {
  expect(parseAddress(joined)).toEqual({
    name: 'Ana',
    street,
    city: 'Ávila',
    state: '',
    postalCode: '05001',
    country: 'España',
  })
})

test.each(['', 'Ana', 'Ana, Calle Mayor 1, Ávila, 05001'])('%j is no address', (joined) => {
  expect(parseAddress(joined)).toBeUndefined()
})

const part = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll(',', '').trim())
const address: fc.Arbitrary<Address> = fc.record({
  name: part,
  street: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(',').trim()),
  city: part,
  state: fc.constant(''),
  postalCode: part,
  country: part,
})

test('what was joined is read back as it was; only the street may hold commas (design/sending.md#joined-addresses)', () => {
  fc.assert(
    fc.property(address, (one) => {
      expect(parseAddress(joinAddress(one))).toEqual(one)
    }),
  )
})

test('fields join to their own string, with or without spaces, and to no other (design/sending.md#joined-addresses)', () => {
  const joined = joinAddress(sampleRecipient)
  expect(joinsTo(sampleRecipient, joined)).toBe(true)
  expect(joinsTo({ ...sampleRecipient, state: 'Argüelles' }, joined)).toBe(true)
  expect(joinsTo(sampleRecipient, joined.replaceAll(', ', ','))).toBe(true)
  expect(joinsTo({ ...sampleRecipient, postalCode: '28009' }, joined)).toBe(false)
  expect(joinsTo({ ...sampleRecipient, name: 'Otra Persona' }, joined)).toBe(false)
})
