import { expect, test } from 'vitest'
import { day } from '../days.ts'
import { chooseDateLine, printedDateLine, readDateLine, settleDateLine } from './date-line.ts'

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
