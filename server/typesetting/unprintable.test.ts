// @module-tag long
// @module-tag deep
import { isThorough } from '../../tools/thorough.ts'
import { naughtyStrings } from './testing/corpora.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFonts } from './fonts.ts'
import { createTypesetter } from './pool.ts'
import { letterOf, paragraph } from './testing/letters.ts'
import type { Typesetter } from './typesetter.ts'
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
  let typesetter: Typesetter
  beforeAll(() => {
    typesetter = createTypesetter({ size: 1 })
  })
  afterAll(() => typesetter.close())

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
    const outcomes = { set: 0, refused: 0 }
    for (const naughty of strings) {
      const answer = await typesetter.set(letterOf([paragraph(naughty), { type: 'code', text: naughty }]))
      if ('refused' in answer) {
        // An empty list would mean that the file's export found what the check had let pass.
        expect(answer).toEqual({ refused: 'unprintable-character', characters: unprintable(naughty) })
        expect(unprintable(naughty)).not.toEqual([])
        outcomes.refused++
      } else outcomes.set++
    }
    expect(outcomes.set + outcomes.refused).toBe(strings.length)
    expect(outcomes.set).toBeGreaterThan(strings.length * 0.8)
  })
})
