import { expect, test } from 'vitest'
import { csv } from './streams.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['@x', "'@x"],
  ['+1', "'+1"],
  ['-1+1', "'-1+1"],
  ['-1', "'-1"],
  ['\t=1', "'\t=1"],
  ['\r\n=1', `"'\r\n=1"`],
  ['-0,57', '-0,57'],
  ['a;b', '"a;b"'],
  ['28008', '28008'],
  ['di "sí"', '"di ""sí"""'],
])('a spreadsheet runs nothing of %j', (text, written) => {
  expect(csv([[text, 'fin']])).toBe(`\u{feff}${written};fin\r\n`)
})
