import { expect, test } from 'vitest'
import { days, hours, minutes } from './days.ts'
import { durationWords } from './words.ts'

test.each([
  [days(7), 'siete días'],
  [days(30), '30 días'],
  [days(2), 'dos días'],
  [hours(24), '24 horas'],
  [hours(2), 'dos horas'],
  [hours(1), 'una hora'],
  [minutes(15), '15 minutos'],
  [minutes(10), 'diez minutos'],
])('%i ms last %s', (lasts, words) => {
  expect(durationWords(lasts)).toBe(words)
})
