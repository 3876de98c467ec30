import { expect, test } from 'vitest'
import { letterTemplate } from './compile.ts'

test('what stands on every page names nothing of the letter that a key changes (design/writing.md#preview-is-the-print)', () => {
  // Typst forgets what it laid out when a function of the page's style holds another value: each key cost as much as a
  // whole letter when this one held `letter` (npm run bench -- typesetting).
  const [, furniture] = /\n#let furniture = (.*?)\n#let /s.exec(letterTemplate)!
  expect(furniture).not.toMatch(/\bletter\b/)
})
