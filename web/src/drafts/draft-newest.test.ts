import { expect, test } from 'vitest'
import { newest } from './tab.ts'

const picture = '<img src="data:image/png;base64,AAAA" alt="a > b">'

test.each([
  ['nothing anywhere', '', undefined, undefined, 'same'],
  ['a first letter', '<p>a</p>', 5, undefined, 'entry'],
  ['the same text', '<p>a</p>', 5, ['<p>a</p>', 9], 'same'],
  ['a killed browser, whose local storage is seconds old', '<p>a</p>', 5, ['<p>ab</p>', 9], 'journal'],
  ['a journal that had not come yet', '<p>ab</p>', 9, ['<p>a</p>', 5], 'entry'],
  ['an entry somebody else wrote', '<p>otra</p>', undefined, ['<p>a</p>', 9], 'entry'],
  ['storage cleared, full or forbidden', '', undefined, ['<p>a</p>', 9], 'journal'],
  ['a letter emptied by its writer', '<p></p>', 9, ['<p>a</p>', 5], 'entry'],
  ['a full storage with the words alone', '<p>a</p>', 9, [`<p>a${picture}</p>`, 9], 'journal'],
  ['the words alone, kept again later', '<p>a</p>', 99, [`<p>a${picture}</p>`, 9], 'journal'],
] as const)('on load the newer text wins (design.md#newer-text-wins): %s', (_, html, at, journal, winner) => {
  expect(newest({ html, at }, journal && { html: journal[0], at: journal[1] })).toBe(winner)
})
