import { expect, test } from 'vitest'
import { csv } from './streams.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
  ['-1+1', "'-1+1"],
  ['-1', "'-1"],
  ['-0,57', '-0,57'],
  ['a;b', '"a;b"'],
  ['di "sí"', '"di ""sí"""'],
])('a spreadsheet runs nothing of %j', (text, written) => {
  expect(csv([[text, 'fin']])).toBe(`\u{feff}${written};fin\r\n`)
})
