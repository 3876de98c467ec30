import { growsLinearly } from '@lacre/letter/content/testing/growth.ts'
import { expect, test } from 'vitest'
import { findFonts } from './fonts.ts'
import { addBreakOpportunitiesToCode, addBreakOpportunities, partUndivided } from './tree.ts'
import { createGlyphCheck } from './glyphs.ts'
import { bytesOfData } from './read.ts'

const unprintable = createGlyphCheck(findFonts())
const readers = {
  bytesOfData,
  addBreakOpportunitiesToCode,
  addBreakOpportunities: (text: string) =>
    addBreakOpportunities(text.split(/(?= )/).map((word) => ({ text: word }))),
  partUndivided: (text: string) => partUndivided([{ text }, { text, bold: true }]),
  unprintable,
}
const before = ['', 'data:image/png,', 'data:image/png;base64,', 'data:image/png;', 'a'.repeat(40)]
const pumps = [
  ' ',
  '\t',
  '\n',
  'a',
  '%41',
  '%4',
  '%',
  ';',
  '; ',
  ';base64',
  ',',
  'é',
  'ก',
  'e\u0301',
  '👩‍👩‍👧',
  '\u00ad',
  '\u2060',
  '\u200b\u0301',
  '\u2003',
  'aaaaaaaa '.repeat(3),
]

test.each(Object.entries(readers))(
  'four times the text costs %s four times the work (design/load.md#linear-readers)',
  (_, reads) => {
    const steep = before.flatMap((start) =>
      pumps
        .filter((pump) => !growsLinearly(reads, (n) => start + pump.repeat(n / pump.length) + 'x'))
        .map((pump) => start + pump),
    )
    expect(steep).toEqual([])
  },
)
