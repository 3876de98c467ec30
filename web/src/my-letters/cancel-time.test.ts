import { expect, test } from 'vitest'
import { leftWords, untilNextWords } from './words.tsx'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const

test.each([
  [2 * hour + 10 * minute, 'quedan 2 h 10 min'],
  [2 * hour + 10 * minute - 1, 'quedan 2 h 9 min'],
  [2 * hour, 'quedan 2 h'],
  [hour + minute, 'quedan 1 h 1 min'],
  [hour, 'queda 1 h'],
  [59 * minute + 59 * second, 'quedan 59 min'],
  [minute, 'queda 1 min'],
  [minute - 1, 'queda menos de un minuto'],
  [1, 'queda menos de un minuto'],
  [day, 'queda 1 día'],
  [day + hour, 'quedan 1 día y 1 h'],
  [2 * day + 5 * hour + 59 * minute, 'quedan 2 días y 5 h'],
  [5 * day + 59 * minute, 'quedan 5 días'],
])('%i ms: %s (design/letter.md#says-until-when)', (left, words) => {
  expect(leftWords(left).replaceAll('\u00a0', ' ')).toBe(words)
})

test('the words change when, and not before, they would promise too much', () => {
  for (const left of [2 * hour + 10 * minute + 30 * second, 90 * second, hour, 1.5 * day]) {
    const wait = untilNextWords(left)
    expect(leftWords(left - wait + 11)).toBe(leftWords(left))
    expect(wait).toBeLessThanOrEqual(minute + 10)
    if (left < day) expect(leftWords(left - wait)).not.toBe(leftWords(left))
  }
})
