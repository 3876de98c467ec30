import { expect, test } from 'vitest'
import { day } from '../days.ts'
import { chooseDateLine, printedDateLine, readDateLine, settleDateLine } from './date-line.ts'
import { beginsWithDate, isDateLine } from './own-date.ts'

test.each([
  'Sevilla, 3 de mayo de 2026',
  'Sevilla, a 3 de mayo de 2026.',
  'En Sevilla, a 3 de mayo de 2026',
  'En Madrid a 27 de noviembre de 2026',
  'SEVILLA, 3 DE MAYO DE 2026',
  'Las Palmas de Gran Canaria, 1 de enero de 2027',
  'San Lorenzo de El Escorial, lunes 3 de mayo de 2026',
  'Sevilla 3 de mayo de 2026',
  'Sevilla, 3 de mayo',
  'A 3 de mayo de 2026',
  'Lunes, 3 de mayo de 2026',
  'lunes 3 de mayo',
  '3 de setiembre del 2026',
  '27 nov. 2026',
  'Málaga, 27/11/2026',
  '27-11-26',
  '27.11.2026',
  '2026-11-27',
  '3-V-2026',
  'Girona, 1 d’abril de 2026',
  "L'Hospitalet de Llobregat, 1 d'abril de 2026",
  'Barcelona, 12 de març del 2026',
  'A Coruña, 5 de xaneiro de 2026',
  'Santiago de Compostela, a 5 de xullo de 2026',
  'Donostia, 2026ko azaroaren 27a',
  'Bilbon, 2026ko maiatzaren 3an',
  'London, 3 May 2026',
  'London, May 3rd, 2026',
  'Monday, 3rd of May 2026',
  'Paris, le 3 mai 2026',
  'Paris, le 1er mai 2026',
  'Berlin, den 3. Mai 2026',
  'Frankfurt am Main, 3. März 2026',
  'Lisboa, 3 de maio de 2026',
  'Porto, segunda-feira, 3 de maio de 2026',
])('%s is a date line', (line) => expect(isDateLine(line)).toBe(true))

test.each([
  '',
  'Querida Ana:',
  'nací el 3 de mayo de 1950 en Sevilla',
  'Nací el 3 de mayo de 1950.',
  'Nos casamos en Sevilla, el 3 de mayo de 1950.',
  'Te escribo hoy, 3 de mayo, y mañana también',
  'En Sevilla nació mi madre el 3 de mayo de 1950',
  'Le debo 3 de cada 10',
  'Mi cumpleaños es el 3 de mayo',
  'Factura 3/5/2026',
  'Sevilla, 2026',
  'Tengo 3 marineros',
  'Calle Mayor, 3',
  'I was born on May 3, 1950',
  'Je suis né le 3 mai 1950',
  'Ich bin am 3. Mai 1950 geboren',
  'Vaig néixer el 3 de maig de 1950',
])('%s is none', (line) => expect(isDateLine(line)).toBe(false))

test.each([
  ['<p style="text-align: right;">Sevilla, 3 de mayo de 2026</p><p>Querida Ana:</p>', true],
  ['<p>Lucía Romero<br>Calle Mayor, 3<br>Sevilla, 3 de mayo de 2026</p><p>Querida Ana:</p>', true],
  ['<p></p><p>Lucía Romero</p><p></p><p><strong>Sevilla</strong>,&nbsp;3 de mayo</p>', true],
  ['<h1>3 de mayo</h1><p>Querida Ana:</p>', true],
  ['<p>Querida Ana:</p><p>nací el 3 de mayo de 1950 en Sevilla</p>', false],
  ['<p>Querida Ana:</p><p>¿Cómo estás?</p><p>3 de mayo de 1950</p>', false],
  ['<p><img src="data:image/png;base64,AAAA"></p><p>Hola</p><p>3 de mayo</p>', true],
  ['', false],
])('%s begins with a date of its own: %s', (html, isDated) => expect(beginsWithDate(html)).toBe(isDated))

const today = day('2026-11-27')
test('what a browser sends: what was chosen, else what suits the text and the day it leaves', () => {
  const plain = { isDated: false, isPlanned: false }
  expect(chooseDateLine(null, plain)).toBe(null)
  expect(chooseDateLine(null, { isDated: true, isPlanned: true })).toEqual({ day: 'none' })
  expect(chooseDateLine({ town: 'Ronda' }, { isDated: false, isPlanned: true })).toEqual({
    day: 'leaving',
    town: 'Ronda',
  })
  expect(chooseDateLine({ day: 'leaving' }, plain)).toBe(null)
  expect(chooseDateLine({ day: 'writing' }, { isDated: true, isPlanned: true })).toBe(null)
  expect(chooseDateLine({ day: today }, plain)).toEqual({ day: today })
})

test('the day it leaves is a working day; without one it is as soon as possible', () => {
  const on = { today, closed: [] }
  expect(settleDateLine({ day: 'leaving' }, { ...on, postOn: day('2026-12-25') })).toEqual({
    day: '2026-12-28',
  })
  expect(settleDateLine({ day: 'leaving' }, { ...on, postOn: null })).toBe(null)
  expect(settleDateLine({ day: 'leaving', town: '' }, { ...on, postOn: null, closed: [today] })).toEqual({
    day: '2026-11-30',
    town: '',
  })
  expect(settleDateLine({ day: 'writing' }, { ...on, postOn: null })).toBe(null)
})

test('the line as it is printed', () => {
  const on = { language: 'ca', city: 'Girona', today } as const
  expect(printedDateLine({}, on)).toBe('Girona, 27 de novembre de 2026')
  expect(printedDateLine({ town: 'Olot', day: day('2026-04-01') }, on)).toBe('Olot, 1 d’abril de 2026')
  expect(printedDateLine({ town: '' }, on)).toBe('27 de novembre de 2026')
  expect(printedDateLine({ day: 'none', town: 'Olot' }, on)).toBe('')
})

test.each([
  ['{"day":"none"}', { day: 'none' }],
  ['{"day":"2026-11-27","town":"Ronda"}', { day: '2026-11-27', town: 'Ronda' }],
  ['{"day":"mañana"}', null],
  ['{"town":5}', null],
  ['{', null],
  ['null', null],
])('%s is read as %j', (json, read) => expect(readDateLine(json)).toEqual(read))
