// @module-tag deep
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
  ['Ctra. de Sóller, km 7.5', 'CTRA DE SÓLLER KM 7,5'],
  ['Ctra. N-340, km 1.088,5', 'CTRA N-340 KM 1.088,5'],
  ['Ctra. N-340, km 3,5', 'CTRA N-340 KM 3,5'],
  ['Ctra. M-607, km. 35.500', 'CTRA M-607 KM 35,500'],
  ['P.K. 12.3, margen dcho.', 'PK 12,3 MARGEN DCHO'],
  ['Residencial Sol, bloque 3.2, 1.4', 'RESIDENCIAL SOL BLOQUE 3.2 1.4'],
  ['Portal 1.2.3', 'PORTAL 1.2.3'],
  ['Calle Mayor, 1.500', 'CALLE MAYOR 1500'],
  ['Calle Mayor, 12.500, 2.ºB', 'CALLE MAYOR 12.500 2ºB'],
  ['Parcela 4,2', 'PARCELA 4,2'],
  ['Esc.2, Bl.B.3, n.º5', 'ESC 2 BL B 3 Nº5'],
  ['Calle\u00ad Mayor\u200b 5', 'CALLE MAYOR 5'],
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
        for (const unwanted of ['\n', '\t', '\0', '\u202e']) expect(line).not.toContain(unwanted)
        expect(line).not.toMatch(/(?<!\d)[.,]|[.,](?!\d)/)
        expect(line.isWellFormed()).toBe(true)
      }
    }),
  )
})

const pieces = 'aBñ|Sl|0|1|5|9|.|,|;|/|-|º| |\u00ad|\u200b|.5|1.500 |km 7.5 |S.L.'.split('|')
const written = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
const signs = (text: string) => text.toLocaleUpperCase('es').replace(/[^\p{L}\p{N}]/gu, '')
/** Numbers that stand apart; 1.500 is one of them. */
const numbers = (text: string) =>
  text.replace(/(?<!\d[.,]?)(\d)\.(\d{3})(?![.,]?\d)/g, '$1$2').match(/\d+/g) ?? []

test('each letter and digit of the fields is in the block once, in their order, and no numbers are joined', () => {
  fc.assert(
    fc.property(fc.record({ name: written, street: written, city: written, state: written }), (fields) => {
      const filled = { ...sampleRecipient, ...fields, state: fields.state && `Zona ${fields.state}` }
      const lines = recipientBlock(filled)
      const order = [filled.name, filled.state, filled.street, `${filled.postalCode} ${filled.city}`]
      expect(signs(lines.join(' '))).toBe(signs(`${order.join(' ')} Madrid`))
      const visible = order.map((line) => line.replace(/\p{Cf}/gu, ''))
      expect(lines.flatMap(numbers)).toEqual(visible.flatMap(numbers))
    }),
    { seed: 28008, numRuns: 500 },
  )
})

test.each([
  ['Coruña, A', '15001', ['15001 CORUÑA A']],
  ['Getafe (Madrid)', '28901', ['28901 GETAFE (MADRID)']],
  ['28008 Madrid', '28008', ['28008 MADRID']],
  ['Madrid (28008)', '28.008', ['28008 MADRID']],
  ['Almazán', 'C.P. 42.200', ['42200 ALMAZÁN', 'SORIA']],
])('%j with %j is printed once: %j', (city, postalCode, end) => {
  expect(to({ city, postalCode }).slice(2)).toEqual(end)
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
