import { expect, test } from 'vitest'
import { clockOf, untilWords } from './coming-day.ts'

const instant = new Date('2026-11-23T16:30:00Z')

test.each([
  ['2026-11-23T09:00:00Z', 'hoy a las 17:30'],
  ['2026-11-22T12:00:00Z', 'mañana, lunes, a las 17:30'],
  ['2026-11-22T23:30:00Z', 'hoy a las 17:30'], // already Monday in Madrid
  ['2026-11-21T12:00:00Z', 'el lunes 23 de noviembre a las 17:30'],
])('seen on %s: %s', (now, words) => {
  expect(untilWords(instant, new Date(now), clockOf('Europe/Madrid'))).toBe(words)
})

test.each([
  ['Europe/Paris', 'hoy a las 17:30'],
  ['Atlantic/Canary', 'hoy a las 17:30, hora peninsular'],
  ['America/Bogota', 'hoy a las 17:30, hora peninsular'],
])('on a machine in %s: %s', (here, words) => {
  expect(untilWords(instant, new Date('2026-11-23T09:00:00Z'), clockOf(here))).toBe(words)
})
