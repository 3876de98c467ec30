import { expect, test } from 'vitest'
import { createKeyboardScanner } from './scan.tsx'

const code = '3f2a9c1d7b4e.1.2'

/** Types a text with a pause before each key; returns the result of the last key. */
function type(text: string, pause: number, scanner = createKeyboardScanner(), from = 1000) {
  return text
    .split('')
    .concat('Enter')
    .reduce<string | undefined>((_, key, place) => scanner(key, from + place * pause), undefined)
}

test('a scanner types a code and Enter: that is a scan, wherever the focus is', () => {
  expect(type(code, 8)).toBe(code)
  expect(type(code.toUpperCase(), 90)).toBe(code.toUpperCase())
})

test('the same code typed slowly is no scan', () => {
  expect(type(code, 180)).toBeUndefined()
})

test.each(['', 'n', '3f2a9c1d7b4e', '3f2a9c1d7b4e.1', 'B0001', `x${code}`, `${code}.3`, '8412345678905'])(
  'fast keys that are no code are none: %s',
  (text) => {
    expect(type(text, 8)).toBeUndefined()
  },
)

test('keys typed before do not spoil the code, and a code counts once', () => {
  const scanner = createKeyboardScanner()
  scanner('n', 0)
  expect(type(code, 8, scanner)).toBe(code)
  expect(scanner('Enter', 2000)).toBeUndefined()
})

test('keys without a character, as Shift, change nothing', () => {
  const scanner = createKeyboardScanner()
  Array.from(code, (key, place) => {
    scanner('Shift', place * 10)
    scanner(key, place * 10 + 5)
  })
  expect(scanner('Enter', code.length * 10)).toBe(code)
})
