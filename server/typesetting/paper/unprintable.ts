import type { Font } from '../fonts.ts'
import { readCoverage } from './glyphs.ts'

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
/** Needs no glyph: spaces (all but the Ogham one, which is a line), joiners, variation selectors, U+200B. */
const invisible = /^(?!\u1680)[\p{White_Space}\p{Default_Ignorable_Code_Point}]$/u
/** Prints something else than was meant: a private character has no agreed look, an override turns the line round. */
const forbidden = /[\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}/u
const shown = 20

/**
 * Which characters of a text no font can print, each once, at most twenty: they would come out as empty boxes without
 * any warning. A character is what a reader takes for one: é of two code points, a family of four emoji.
 */
export function createGlyphCheck(fonts: Font[]): (text: string) => string[] {
  const families = readCoverage(fonts)
  const known = new Map<string, boolean>()

  // One font must have the whole of it: the typesetter never mixes fonts inside a character. It may compose or
  // decompose first, as the font prefers.
  const printable = (character: string) => {
    if (forbidden.test(character)) return false
    const spellings = [character, character.normalize('NFC'), character.normalize('NFD')].map((spelling) =>
      Array.from(spelling)
        .filter((one) => !invisible.test(one))
        .map((one) => one.codePointAt(0)!),
    )
    return families.some((covers) => spellings.some((codePoints) => codePoints.every(covers)))
  }

  // Nearly every line is in the body's own font; only the others are taken apart into characters.
  const plain = (line: string) => {
    for (const one of line) if (!families[0]?.(one.codePointAt(0)!) && !/[\t ]/.test(one)) return false
    return true
  }

  return (text) => {
    const missing = new Set<string>()
    for (const line of text.split('\n')) {
      if (plain(line)) continue
      for (const { segment } of graphemes.segment(line)) {
        let fine = known.get(segment)
        if (fine === undefined) known.set(segment, (fine = printable(segment)))
        if (!fine) missing.add(segment.toWellFormed())
        if (missing.size === shown) return [...missing]
      }
    }
    if (known.size > 10_000) known.clear()
    return [...missing]
  }
}
