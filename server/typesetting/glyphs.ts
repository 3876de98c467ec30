import { closeSync, openSync, readSync } from 'node:fs'
import { blackened, type Font } from './fonts.ts'

type Covers = (codePoint: number) => boolean

/** A family covers what all its styles cover, since any letter may be in italics. */
function readCoverage(fonts: Font[]): Covers[] {
  return fonts.map((font) => {
    const shared = font.files.map(readCharacterMap).reduce((all, style) => all.intersection(style))
    return (codePoint) => shared.has(codePoint)
  })
}

/** The code points of a TTF, read from its `cmap` table only: the emoji font has 25 MB. */
function readCharacterMap(path: string): Set<number> {
  const file = openSync(path, 'r')
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length)
      readSync(file, bytes, 0, length, at)
      return bytes
    }
    const directory = read(12, 16 * read(4, 2).readUInt16BE())
    for (let at = 0; at < directory.length; at += 16)
      if (directory.toString('latin1', at, at + 4) === 'cmap')
        return charactersIn(read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)))
    throw new Error(`no character map in ${path}`)
  } finally {
    closeSync(file)
  }
}

// OpenType, table "cmap": format 4 covers U+0000–FFFF, format 12 all of Unicode; our fonts have no other.
function charactersIn(table: Buffer): Set<number> {
  const found = new Set<number>()
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const map = table.subarray(table.readUInt32BE(4 + 8 * i + 4))
    const format = map.readUInt16BE(0)
    if (format === 4) addSegments(map, found)
    if (format === 12) addGroups(map, found)
  }
  return found
}

function addSegments(map: Buffer, found: Set<number>) {
  const width = map.readUInt16BE(6) // of each of the four parallel arrays, in bytes
  for (let at = 14; at < 14 + width; at += 2) {
    const [end, start] = [map.readUInt16BE(at), map.readUInt16BE(at + width + 2)]
    const [delta, offset] = [map.readUInt16BE(at + 2 * width + 2), map.readUInt16BE(at + 3 * width + 2)]
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = offset ? map.readUInt16BE(at + 3 * width + 2 + offset + 2 * (code - start)) : code
      if (listed && (listed + delta) & 0xffff) found.add(code)
    }
  }
}

function addGroups(map: Buffer, found: Set<number>) {
  const groups = map.readUInt32BE(12)
  for (let at = 16; at < 16 + 12 * groups; at += 12)
    for (let code = map.readUInt32BE(at); code <= map.readUInt32BE(at + 4); code++) found.add(code)
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
/** Needs no glyph: spaces (except the Ogham one, which is a line), joiners, variation selectors, U+200B. */
const invisible = /^(?!\u1680)[\p{White_Space}\p{Default_Ignorable_Code_Point}]$/u
/** Prints something unexpected: private characters have no standard look, overrides reverse the line. */
const forbidden = /[\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}/u
/** A flag of no country prints as a question mark. */
const flag = /^(?:\p{Regional_Indicator}|\u{1f3f4}[\u{e0020}-\u{e007f}])/u
const knownFlag = /^[\p{RGI_Emoji_Flag_Sequence}\p{RGI_Emoji_Tag_Sequence}]$/v
const shown = 20

/**
 * The characters of a text that no font can print, without duplicates, at most twenty: they would print as empty boxes
 * without a warning. A character is a grapheme: é of two code points, a family of four emoji.
 */
export function createGlyphCheck(fonts: Font[]): (text: string) => string[] {
  const families = readCoverage(fonts)
  const known = new Map<string, boolean>()

  // One font must cover the whole grapheme, since Typst never mixes fonts within one. It may compose or decompose it
  // first.
  const printable = (character: string) => {
    if (forbidden.test(character) || blackened.test(character)) return false
    if (flag.test(character) && !knownFlag.test(character)) return false
    const spellings = [character, character.normalize('NFC'), character.normalize('NFD')].map((spelling) =>
      Array.from(spelling)
        .filter((one) => !invisible.test(one))
        .map((one) => one.codePointAt(0)!),
    )
    return families.some((covers) => spellings.some((codePoints) => codePoints.every(covers)))
  }

  // Nearly every line is covered by the body font; only others are split into graphemes.
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
