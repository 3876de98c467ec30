import { closeSync, openSync, readSync } from 'node:fs'
import type { Font } from '../fonts.ts'

type Covers = (codePoint: number) => boolean

/** A font family can print what all its styles have: the same letter may stand in italics. */
export function readCoverage(fonts: Font[]): Covers[] {
  return fonts.map((font) => {
    const shared = font.files.map(readCharacterMap).reduce((all, style) => all.intersection(style))
    return (codePoint) => shared.has(codePoint)
  })
}

/** The code points a TTF has glyphs for, from its `cmap` table alone: the emoji font weighs 25 MB. */
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

// OpenType, table "cmap": format 4 holds the plane of U+0000–FFFF, format 12 all of Unicode; our fonts have no other.
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
