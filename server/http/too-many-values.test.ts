// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasTooManyValues } from './json-bodies.ts'

/** As it is meant: one step for each byte. */
function byBytes(json: string): boolean {
  let values = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') isInString = !isInString
    else if (isInString) at += json[at] === '\\' ? 1 : 0
    else if (',:[{'.includes(json[at]!)) values++
  }
  return values > 10_000
}

const most = ','.repeat(10_000)
const piece = fc.oneof(
  fc.constantFrom('"', '"', '\\', '\\"', '\\\\', '""', ' ', ',', '"a"', '€'),
  // Around the length from which a string is searched at once.
  fc
    .tuple(fc.constantFrom('a', '\\', '\\"', 'á'), fc.integer({ min: 1, max: 2100 }))
    .map(([one, times]) => one.repeat(times)),
  fc.integer({ min: 1020, max: 1028 }).map((length) => 'a'.repeat(length)),
)

// design/load.md#read-in-children
test('values are counted outside strings, however long these are and whatever they escape', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.array(piece, { maxLength: 10 }),
      fc.nat(3),
      (before, after, less) => {
        // One value more or less, or a quote in the wrong place, changes the answer.
        const json = before.join('') + most.slice(less) + after.join('') + ','
        const bytes = Buffer.from(json)
        expect(hasTooManyValues(new Uint8Array(bytes))).toBe(byBytes(bytes.toString('latin1')))
      },
    ),
    { numRuns: 2000 },
  )
})

test('the bytes may stand in the midst of others', () => {
  const around = Buffer.from(`"""${most},"""`)
  expect(hasTooManyValues(around.subarray(3, -3))).toBe(true)
  expect(hasTooManyValues(around.subarray(2, -3))).toBe(false)
})
