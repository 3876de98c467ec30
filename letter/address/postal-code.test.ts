import { expect, test } from 'vitest'
import { isPostalCode, isSpain, normalPostalCode, provinceOf } from './address.ts'
import { isRegion, namesProvince } from './provinces.ts'

test('exactly 01000 to 52999 are postal codes of Spain (design/sending.md#printable)', () => {
  const codes = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'))
  const valid = codes.filter(isPostalCode)
  expect([valid[0], valid.at(-1), valid.length]).toEqual(['01000', '52999', 52_000])
})

test.each(['', '2800', '280080', '28008-1', '1100-148', 'AD100', 'GX11 1AA', '٢٨٠٠٨', '28008\n1'])(
  '%j is none',
  (text) => {
    expect(isPostalCode(text)).toBe(false)
    expect(provinceOf(text)).toBeUndefined()
  },
)

test.each([
  ' 28008 ',
  'E-28008',
  'ES-28008',
  'ES28008',
  '(28008)',
  '28008.',
  'Código postal: 28008',
  'es-28008',
  '28 008',
  '28.008',
  'CP 28008',
  'C.P.: 28.008',
  'c. p. 28008',
  'D.P. 28008',
  '２８００８',
  '28008\u200b',
  '28\u202f008',
])('%j is 28008', (text) => {
  expect(isPostalCode(text)).toBe(true)
  expect(normalPostalCode(text)).toBe('28008')
})

test.each([
  ['01001', 'Araba/Álava'],
  ['07001', 'Illes Balears'],
  ['08001', 'Barcelona'],
  ['15001', 'A Coruña'],
  ['20001', 'Gipuzkoa'],
  ['28008', 'Madrid'],
  ['29007', 'Málaga'],
  ['35001', 'Las Palmas'],
  ['38001', 'Santa Cruz de Tenerife'],
  ['39001', 'Cantabria'],
  ['46001', 'Valencia/València'],
  ['50001', 'Zaragoza'],
  ['51001', 'Ceuta'],
  ['52999', 'Melilla'],
])('%s lies in %s', (code, province) => {
  expect(provinceOf(code)).toBe(province)
})

test('all 52 provinces have a name of their own', () => {
  const names = Array.from({ length: 52 }, (_, index) =>
    provinceOf(`${String(index + 1).padStart(2, '0')}000`),
  )
  expect(new Set(names).size).toBe(52)
  expect(names).not.toContain(undefined)
})

const spains =
  'España|ESPAÑA| espana |Spain|ES|es.|Espanya|Espainia|Espagne|Spanien|Spagna|Espanha|Испания|スペイン|إسبانيا|' +
  'España (Península)|Espanya / España|Islas Canarias|Tenerife|Illes Balears|Mallorca, España|Eivissa|Catalunya|Ceuta'
test.each(spains.split('|'))('%j is Spain', (country) => {
  expect(isSpain(country)).toBe(true)
})
test.each([
  '',
  '()',
  'Andorra',
  'Gibraltar',
  'Portugal',
  'Nueva España',
  'Francia (España)',
  'E',
  'constructor',
])('%j is not', (country) => {
  expect(isSpain(country)).toBe(false)
})

test.each([
  ['VALENCIA', 'Valencia/València', true],
  ['alacant', 'Alicante/Alacant', true],
  ['La Coruña', 'A Coruña', true],
  ['Lérida', 'Lleida', true],
  ['Vizcaya', 'Bizkaia', true],
  ['Guipuzcoa', 'Gipuzkoa', true],
  ['Coruña, A', 'A Coruña', true],
  ['Coruña (A)', 'A Coruña', true],
  ['Rioja, La', 'La Rioja', true],
  ['Oviedo', 'Asturias', false],
  ['Las Palmas de Gran Canaria', 'Las Palmas', false],
  ['constructor', 'Madrid', false],
])('%s is a name of %s: %s', (place, province, expected) => {
  expect(namesProvince(place, province)).toBe(expected)
})

test('an autonomous community is known, a district is not', () => {
  expect(['castilla la mancha', 'EUSKADI', 'Andalucia'].map(isRegion)).toEqual([true, true, true])
  expect(isRegion('Distrito Centro')).toBe(false)
})
