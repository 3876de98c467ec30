// @module-tag long
// @module-tag deep
import { isThorough } from '../../tools/thorough.ts'
import { naughtyStrings } from './testing/corpora.ts'
import { describe, expect, test } from 'vitest'
import { findFonts } from './fonts.ts'
import { letterOf, paragraph } from './testing/letters.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'
import { createGlyphCheck } from './glyphs.ts'

const strings = naughtyStrings().filter((_, at) => isThorough || at % 4 === 0)
const unprintable = createGlyphCheck(findFonts())

test.each([
  ['Spanish', '¿Qué tal, Íñigo? «Ñandú» – 3,29 € … n.º 2.ª'],
  ['accents typed as combining marks', 'Cari\u0303o, Pin\u0303a, cafe\u0301, a\u0323\u0302'],
  ['Greek', 'Καλημέρα'],
  ['Cyrillic', 'Привет, Ђорђе'],
  ['Arabic', 'مرحبا بالعالم'],
  ['Hebrew', 'שלום'],
  ['everyday signs', '★ ☆ ✓ ✗ ♡ ☐ ☒ ⇒ ➜ ➤ ✿'],
  ['emoji, also joined, coloured, numbered and flags', '🙂 👨‍👩‍👧‍👦 👍🏽 1️⃣ 🇪🇸 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['what needs no ink', 'a\u200bb\u00adc\u00a0d\u2009e\u200d\n\t'],
])('can be printed: %s', (_, text) => {
  expect(unprintable(text)).toEqual([])
})

test.each([
  ['Korean', '안녕', ['안', '녕']],
  ['Thai', 'สวัสดี', ['ส', 'วั', 'ดี']],
  ['Chinese', 'Hola 你好, 你', ['你', '好']],
  ['a private character', 'a\ue123b', ['\ue123']],
  ['a control character', 'a\u0007b', ['\u0007']],
  ['an override that turns the line round', '\u202eabc', ['\u202e']],
  ['half an emoji', 'a\ud83d', ['\ufffd']],
  ['a mark that no font has together with its letter', 'ب\u0323\u0e31', ['ب\u0323\u0e31']],
])('no font has %s (design/sending.md#printable)', (_, text, characters) => {
  expect(unprintable(text)).toEqual(characters)
})

test('twenty characters are enough for a person to act on', () => {
  expect(
    unprintable(String.fromCodePoint(...Array.from({ length: 500 }, (_, i) => 0xac00 + i))),
  ).toHaveLength(20)
})

describe('in a letter', () => {
  const typesetter = ownTypesetter()

  test.each([
    ['the body', letterOf([paragraph('안')])],
    [
      'a list in a quote',
      letterOf([{ type: 'quote', blocks: [{ type: 'bullet-list', items: [[paragraph('안')]] }] }]),
    ],
    ['code', letterOf([{ type: 'code', text: '안' }])],
    ['the sender', letterOf([], { sender: ['안'] })],
    ['the recipient', letterOf([], { recipient: ['안'] })],
    ['the date line', letterOf([], { dateLine: '안' })],
  ])('is found in %s', async (_, letter) => {
    expect(await typesetter.set(letter)).toEqual({ refused: 'unprintable-character', characters: ['안'] })
  })

  test('a link’s address is not printed, so it may hold anything', async () => {
    const run = { text: 'aquí', link: 'https://example.org/안' }
    expect(await typesetter.set(letterOf([{ type: 'paragraph', runs: [run] }]))).toMatchObject({ pages: 1 })
  })

  test('naughty strings are printed or refused by name; the check misses none', async () => {
    const set = (all: string[]) => {
      const content = all.flatMap((naughty) => [paragraph(naughty), { type: 'code', text: naughty } as const])
      return typesetter.set(letterOf(content, { anyLength: true }))
    }
    const printable = strings.filter((naughty) => !unprintable(naughty).length)
    // Ten in a letter: its export refuses any character that the check let pass.
    for (let at = 0; at < printable.length; at += 10)
      expect(await set(printable.slice(at, at + 10))).toHaveProperty('pdf')
    for (const naughty of strings.filter((one) => !printable.includes(one)))
      expect(await set([naughty])).toEqual({
        refused: 'unprintable-character',
        characters: unprintable(naughty),
      })
    expect(printable.length).toBeGreaterThan(strings.length / 2)
  })
})
