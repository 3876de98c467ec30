import { expect, test } from 'vitest'
import { sampleRecipient } from '../address/address.ts'
import { greetingFor } from './greeting.ts'

test.each([
  ['Ana Ruiz', 'Querida Ana'],
  ['ANA RUIZ', 'Querida Ana'],
  ['lucía romero', 'Querida Lucía'],
  ['José Luis Martín', 'Querido José'],
  ['Antonio Pérez', 'Querido Antonio'],
  ['M.ª Carmen Ruiz', 'Querida M.ª Carmen'],
  ['Rosario Gil', 'Querida Rosario'],
  ['Borja Sanz', 'Querido Borja'],
  ['Carmen', 'Querida Carmen'],
  ['Ruiz, Ana', 'Querida Ana'],
  ['Cruz Gil', 'Hola, Cruz'],
  ['Reyes Pons', 'Hola, Reyes'],
  ['Zhang Wei', 'Hola, Zhang'],
  ['J. M. Serrat', 'Hola, J. M. Serrat'],
  ['Tía Rosario', 'Querida tía Rosario'],
  ['Tío Paco Gil', 'Querido tío Paco'],
  ['Abuela', 'Querida abuela'],
  ['Mamá', 'Querida mamá'],
  ['Los abuelos', 'Queridos abuelos'],
  ['Hermanas Ruiz', 'Queridas hermanas Ruiz'],
  ['Familia García', 'Querida familia García'],
  ['La familia Ruiz', 'Querida familia Ruiz'],
  ['Los Pérez', 'Queridos Pérez'],
  ['Ana y Luis García', 'Queridos Ana y Luis'],
  ['Ana, Luis y Eva', 'Queridos Ana, Luis y Eva'],
  ['Ana y Eva', 'Queridas Ana y Eva'],
  ['Ana y Cruz', 'Hola, Ana y Cruz'],
  ['Sr. Pérez', 'Estimado Sr. Pérez'],
  ['Sra. Ruiz', 'Estimada Sra. Ruiz'],
  ['D.ª Ana Gil', 'Estimada D.ª Ana'],
  ['D. Luis Gil', 'Estimado D. Luis'],
  ['Sr. y Sra. Pérez', 'Estimados Sr. y Sra. Pérez'],
  ['Sres. de Ruiz', 'Estimados Sres. de Ruiz'],
  ['Ayuntamiento de Soria', 'Estimados señores'],
  ['Farmacia López', 'Estimados señores'],
  ['El Corte Inglés', 'Estimados señores'],
  ['Lacre, S. L.', 'Estimados señores'],
  ['', ''],
])('%s is greeted %s (design/sending.md#several-recipients)', (name, greeting) => {
  expect(greetingFor({ ...sampleRecipient, name })).toBe(greeting)
})

test('a person may write another greeting, or another name', () => {
  const tia = { ...sampleRecipient, name: 'Rosario Gil' }
  expect(greetingFor({ ...tia, greeting: ' Queridísima  tía: ' })).toBe('Queridísima tía')
  expect(greetingFor({ ...tia, greeting: ' ' })).toBe('Querida Rosario')
  expect(greetingFor({ ...tia, called: 'Charo' })).toBe('Querida Charo')
})
