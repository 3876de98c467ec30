// @module-tag long
import { expect, test } from 'vitest'
import { thinZeroWidth } from './tree.ts'
import { letterOf, paragraph } from './testing/letters.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const most = 96_000
const pumps: Record<string, string> = {
  'soft hyphen': '\u00ad',
  'word joiner': '\u2060',
  'function application': '\u2061',
  'zero width space': '\u200b',
  'zero width non-joiner': '\u200c',
  'zero width joiner': '\u200d',
  'left-to-right mark': '\u200e',
  'byte order mark': '\ufeff',
  'variation selector': '\ufe0f',
  'combining acute': '\u0301',
  'combining grapheme joiner': '\u034f',
  'Hangul filler': '\u3164',
  'tag letter': '\u{e0061}',
  'zero width space and combining acute': '\u200b\u0301',
  'zero width space and word joiner': '\u200b\u2060',
  'space and combining acute': ' \u0301',
  'em space': '\u2003',
  'em space and zero width space': '\u2003\u200b',
}

// design/load.md#linear-readers: beyond four seconds of processor time the child is killed and the letter refused.
test.each(Object.entries(pumps))('%s: 96,000 characters are set in time', async (_, pump) => {
  const text = `a${pump.repeat(most / pump.length)}b`
  expect(await typesetter.set(letterOf([paragraph(text)]))).toMatchObject({ pages: 1 })
})

test('what belongs to a visible character stays with it', () => {
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
  const text = `co\u00adrres\u00adpon\u00addencia e\u0301\u0323\u0302 ${flag}${flag}`
  expect(thinZeroWidth()(text)).toBe(text)
  expect(thinZeroWidth()(`a${'\u00ad'.repeat(9)}b`)).toBe(`a${'\u00ad'.repeat(8)}b`)
})

test('many paragraphs of syllables and soft hyphens are set in time', async () => {
  const dense = Array.from({ length: 5 }, () => paragraph('a\u00ad'.repeat(1450)))
  expect(await typesetter.set(letterOf(dense))).toMatchObject({ pages: 4 })
})
