import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recipientBlock, senderBlock, sampleRecipient, sampleSender } from './address.ts'

const to = (change: Partial<typeof sampleRecipient>) => recipientBlock({ ...sampleRecipient, ...change })

test('name, street, postal code and town, in capitals without commas and periods', () => {
  expect(to({})).toEqual(['ANTONIO PÉREZ MOLINA', 'CALLE DE LA PRINCESA 25 4º A', '28008 MADRID'])
})

test('the place within the town goes above the street, the province below the town', () => {
  expect(to({ city: 'Torremolinos', postalCode: '29620', state: 'La Carihuela' })).toEqual([
    'ANTONIO PÉREZ MOLINA',
    'LA CARIHUELA',
    'CALLE DE LA PRINCESA 25 4º A',
    '29620 TORREMOLINOS',
    'MÁLAGA',
  ])
})

test.each([
  ['València', '46001', 'Comunitat Valenciana', []],
  ['Lérida', '25001', 'Lleida', []],
  ['La Coruña', '15001', 'Galicia', []],
  ['Oviedo', '33001', 'Principado de Asturias', ['ASTURIAS']],
  ['Bilbao', '48001', 'Vizcaya', ['BIZKAIA']],
  ['Palma', '07001', 'PALMA', ['ILLES BALEARS']],
  ['Ceuta', '51001', 'Ceuta', []],
])('%s %s, state %j: the province line is %j', (city, postalCode, state, province) => {
  expect(to({ city, postalCode, state })).toEqual([
    'ANTONIO PÉREZ MOLINA',
    'CALLE DE LA PRINCESA 25 4º A',
    `${postalCode} ${city.toLocaleUpperCase('es')}`,
    ...province,
  ])
})

test.each([
  ['Avda. de la Constitución, s/n', 'AVDA DE LA CONSTITUCIÓN S/N'],
  ['C.Mayor,1.500', 'C MAYOR 1500'],
  ['Passeig de Lluís Companys, 8, 1.ª', 'PASSEIG DE LLUÍS COMPANYS 8 1ª'],
  ['Año Nuevo – ç, l·l', 'AÑO NUEVO – Ç L·L'],
])('the street %j is printed %j', (street, printed) => {
  expect(to({ street })[1]).toBe(printed)
})

test('whatever is typed, each line is one line, trimmed, without what no font prints', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  const wild = fc.record({
    name: text,
    street: text,
    city: text,
    state: text,
    postalCode: text,
    country: text,
  })
  fc.assert(
    fc.property(wild, (address) => {
      const lines = recipientBlock(address)
      expect(lines.length).toBeLessThanOrEqual(5)
      for (const line of lines) {
        expect(line).toBe(line.trim())
        for (const unwanted of ['\n', '\t', '\0', '\u202e', '.', ',']) expect(line).not.toContain(unwanted)
        expect(line.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('a sender is printed as written; the country only when it is not Spain', () => {
  expect(senderBlock(sampleSender)).toEqual([
    'Lucía Romero Vega',
    'Calle Armengual de la Mota, 12, 3.º B',
    '29007 Málaga',
  ])
  const abroad = {
    ...sampleSender,
    city: 'Austin',
    state: 'Texas',
    postalCode: '78701',
    country: 'Estados Unidos',
  }
  expect(senderBlock(abroad).slice(2)).toEqual(['78701 Austin', 'Texas', 'Estados Unidos'])
})
