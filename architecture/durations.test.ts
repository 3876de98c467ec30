import { expect, test } from 'vitest'
import { code, type Listing } from './source.ts'

/** A constant named after a unit of time, or a product that stands for one: both belong to `letter/days.ts`. */
const handMade =
  /^(?:export )?const (?:second|minute|quarter|hour|day|week)s? = [\d_* ]+(?:[a-z]+)?$|\b(?:24 \* )?60 \* 60\b|\b60 \* 1000\b|\b3_?600_?000\b|\b86_?400(?:_?000)?\b/m

const strays = (listing: Listing): string[] =>
  Object.keys(listing).filter((file) => file !== 'letter/days.ts' && handMade.test(listing[file] ?? ''))

test('a duration is made by letter/days.ts, which knows its unit', () => {
  expect(strays(code)).toEqual([])
})

test.each([
  'const hour = 60 * 60',
  'const minute = 60',
  'wait(60 * 1000)',
  'const day = 86_400_000',
  'seconds: 60 * 60',
])('a duration made by hand is caught: %s', (source) =>
  expect(strays({ 'server/schedule.ts': source })).toEqual(['server/schedule.ts']),
)

test('minutes of a thing are no constant', () => {
  expect(
    strays({ 'a.ts': 'const minutes = left / minutes(1)\nconst hour = new Intl.DateTimeFormat()' }),
  ).toEqual([])
})
