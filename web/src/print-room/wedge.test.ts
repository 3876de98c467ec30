import { expect, test } from 'vitest'
import { createWedge } from './wedge.ts'

const mark = '3f2a9c1d7b4e.1.2'

/** Types a text with a pause before each key, and answers what came of the last one. */
function type(text: string, pause: number, wedge = createWedge(), from = 1000) {
  return text
    .split('')
    .concat('Enter')
    .reduce<string | undefined>((_, key, place) => wedge(key, from + place * pause), undefined)
}

test('a scanner types a mark and Enter: that is a scan, wherever the focus is', () => {
  expect(type(mark, 8)).toBe(mark)
  expect(type(mark.toUpperCase(), 90)).toBe(mark.toUpperCase())
})

test('a person who types the same is no scanner', () => {
  expect(type(mark, 180)).toBeUndefined()
})

test.each(['', 'n', '3f2a9c1d7b4e', '3f2a9c1d7b4e.1', 'B0001', `x${mark}`, `${mark}.3`, '8412345678905'])(
  'fast keys that are no mark are none: %s',
  (text) => {
    expect(type(text, 8)).toBeUndefined()
  },
)

test('what was typed before by hand does not spoil the mark, and a mark counts once', () => {
  const wedge = createWedge()
  wedge('n', 0)
  expect(type(mark, 8, wedge)).toBe(mark)
  expect(wedge('Enter', 2000)).toBeUndefined()
})

test('keys without a character, as Shift, change nothing', () => {
  const wedge = createWedge()
  Array.from(mark, (key, place) => {
    wedge('Shift', place * 10)
    wedge(key, place * 10 + 5)
  })
  expect(wedge('Enter', mark.length * 10)).toBe(mark)
})
