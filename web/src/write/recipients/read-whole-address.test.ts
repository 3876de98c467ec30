import { expect, test } from 'vitest'
import { readAfterStreet, readWholeAddress } from './read-lines.ts'

const place = { street: 'Calle Mayor 5', city: 'Soria', state: '', postalCode: '42001', country: 'España' }
const ana = { name: 'Ana Ruiz', ...place }

test.each([
  ['in lines', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria', ana],
  ['in lines with a country', 'Ana Ruiz\r\nCalle Mayor 5\r\n\r\n42001 Soria\r\nEspaña\r\n', ana],
  ['the country beside the town', 'Ana Ruiz\nCalle Mayor 5\n42001 Soria, España', ana],
  ['with commas', 'Ana Ruiz, Calle Mayor 5, 42001 Soria', ana],
  ['with commas and a full stop', 'Ana Ruiz, Calle Mayor 5, 42001 Soria, España.', ana],
  ['town and code apart', 'Ana Ruiz, Calle Mayor 5, Soria, 42001', ana],
  ['without a comma before the code', 'Ana Ruiz, Calle Mayor 5 42001 Soria', ana],
  ['without a name', 'Calle Mayor 5, 42001 Soria', place],
  ['without a name or a comma', 'Calle Mayor 5 42001 Soria', place],
  [
    'a street with commas',
    'Calle Mayor, 5, 3.º B, 42001 Soria',
    { ...place, street: 'Calle Mayor, 5, 3.º B' },
  ],
  [
    'lines with commas',
    'Ana Ruiz\nCalle Mayor, 5, 3.º B\n42001 Soria',
    { ...ana, street: 'Calle Mayor, 5, 3.º B' },
  ],
  ['a street that is no Calle', 'Ana Ruiz, Mayor, 5, 42001 Soria', { ...ana, street: 'Mayor, 5' }],
  [
    'a province',
    'Ana Ruiz\nCalle Mayor 5\n42200 Almazán\nSoria',
    { ...ana, city: 'Almazán', postalCode: '42200', state: 'Soria' },
  ],
  [
    'with a door in words',
    'Ana Ruiz, Calle Mayor 5, bajo, 42001 Soria',
    { ...ana, street: 'Calle Mayor 5, bajo' },
  ],
  [
    'with a house that has a name',
    'Ana Ruiz\nCalle Mayor 5\nEl Mirador\n42200 Almazán',
    { ...ana, street: 'Calle Mayor 5, El Mirador', city: 'Almazán', postalCode: '42200' },
  ],
  [
    'with its town before the code, and the province after it',
    'Ana Ruiz, Calle Mayor 5, Almazán, 42200 Soria',
    { ...ana, city: 'Almazán', postalCode: '42200', state: 'Soria' },
  ],
])('a whole address %s goes to its fields', (_, text, address) => {
  expect(readWholeAddress(text)).toEqual(address)
})

test.each([
  '',
  'Ana Ruiz',
  'Calle Mayor 5',
  'Calle Mayor, 5',
  '42001 Soria',
  'Ana Ruiz, 42001',
  '28013',
  'Ana\nRuiz',
  'x'.repeat(501),
])('%j is no whole address', (text) => {
  expect(readWholeAddress(text)).toBeUndefined()
})

test.each([
  ['Calle Real 5, 2.º B, 42001 Soria', 'Calle Real 5, 2.º B', '42001', 'Soria'],
  ['Calle Real 5 42001 Soria', 'Calle Real 5', '42001', 'Soria'],
  [
    'Residencia Los Álamos, Calle Real 5, 42001 El Burgo de Osma',
    'Residencia Los Álamos, Calle Real 5',
    '42001',
    'El Burgo de Osma',
  ],
])('the place after a street is read from %s', (line, street, postalCode, city) => {
  expect(readAfterStreet(line)).toMatchObject({ street, postalCode, city })
  expect(readAfterStreet(line)).not.toHaveProperty('name')
})

test.each([
  'Calle Real 5',
  'Calle Real 5, 42001',
  '42001 Soria',
  'Carretera N-340, km 1234',
  'Rue Basse 3, 75001 París',
])('there is none after %s', (line) => expect(readAfterStreet(line)).toBeUndefined())
