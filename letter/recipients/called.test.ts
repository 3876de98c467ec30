import { expect, test } from 'vitest'
import { sampleRecipient } from '../address/address.ts'
import { calledBy } from './called.ts'

test.each([
  ['Antonio', 'Antonio'],
  ['Lucía Romero Vega', 'Lucía'],
  ['  lucía   romero ', 'lucía'],
  ['M.ª Carmen Ruiz', 'M.ª Carmen'],
  ['Sr. D. José Luis Pérez', 'José'],
  ['Dña. Ana Gil', 'Ana'],
  ['D.ª Ana Gil', 'Ana'],
  ['Ana y Luis García', 'Ana y Luis'],
  ['J. M. Serrat', 'J. M. Serrat'],
  ['Familia García', 'Familia García'],
  ['Ayuntamiento de Soria', 'Ayuntamiento de Soria'],
  ['La familia Ruiz', 'familia Ruiz'],
  ['Ruiz, Ana', 'Ana'],
  ['Ana, Luis y Eva', 'Ana, Luis y Eva'],
  ['Mª del Carmen Ruiz', 'Mª del Carmen'],
  ['Ana de la Torre', 'Ana'],
  ['María del Mar Gil', 'María'],
  ['Sra.', 'Sra.'],
  ['Sr. y Sra. Pérez', 'Sr. y Sra. Pérez'],
  ['Sres. de Ruiz', 'Sres. de Ruiz'],
  ['Los Pérez', 'Los Pérez'],
  ['El Corte Inglés', 'El Corte Inglés'],
  ['Hermanas Ruiz', 'Hermanas Ruiz'],
  ['Lacre, S. L.', 'Lacre, S. L.'],
  ['Excmo. Sr. D. Luis Gil', 'Luis'],
  ['Prof. Ana Gil', 'Ana'],
  ['Att. Ana Gil', 'Ana'],
  ['Tía Rosario Gil', 'Tía Rosario'],
  ['Abuela', 'Abuela'],
  ['', ''],
])('%s is called %s (design/sending.md#several-recipients)', (name, called) => {
  expect(calledBy({ ...sampleRecipient, name })).toBe(called)
})

test('a person may write another name, and take it back', () => {
  expect(calledBy({ ...sampleRecipient, name: 'José Luis Pérez', called: ' José  Luis ' })).toBe('José Luis')
  expect(calledBy({ ...sampleRecipient, name: 'José Luis Pérez', called: ' ' })).toBe('José')
})
