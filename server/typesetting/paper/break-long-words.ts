import type { Run } from '@lacre/letter/content/tree.ts'

const longWord = 32
/** Between two break points of an address on the net fewer characters than these stay together. */
const longPart = 24
const breakEvery = 8
/** After these, and before a full stop, which would look like the end of a sentence. */
const breakPoint = /[@/_=&?#~+-](?![@/_=&?#~+.-])|(?=\.[\p{L}\d])/gu
const unbroken = new RegExp(
  // Scripts that break between any two characters need no help.
  `[^\\s\\u200b\\ufffc\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}]{${longWord},}`,
  'gu',
)
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** `C/ Mayor`, `n.º 12`, `Sr. Ruiz`, `12 €`: no line ends between what belongs together. */
const belongs =
  /(?<=(?:^|[\s(«“"])(?:C\/|[nN]\.º|[nN]úm\.|Sra?\.|Srta\.|D\.|D\.ª|Dña\.|Dra?\.|pág\.|art\.)) (?=\S)|(?<=\d) (?=(?:€|%|kg|km|cm|kWh|°C)(?![\p{L}\d]))/gu
const bind = (run: Run): Run => ('text' in run ? { ...run, text: run.text.replace(belongs, '\u00a0') } : run)

/**
 * Words of 32 characters or more may break, or they would run off the paper: addresses on the net after their
 * punctuation or before a full stop, what has none after each eighth character. A word may span several runs; it is
 * never cut inside a character (an emoji of several people stays one).
 */
export function addBreakOpportunities(written: Run[]): Run[] {
  const thin = thinZeroWidth()
  const runs = written.map((run) => bind('text' in run ? { ...run, text: thin(run.text) } : run))
  const texts = runs.map((run) => ('text' in run ? run.text : 'break' in run ? '\n' : '\ufffc'))
  const cuts = findCuts(texts.join(''))
  if (cuts.length === 0) return runs
  let [start, next] = [0, 0]
  return runs.map((run, i) => {
    const [begin, from] = [start, next]
    start += texts[i]!.length
    while (next < cuts.length && cuts[next]! < start) next++
    const inside = cuts.slice(from, next).map((cut) => cut - begin)
    return 'text' in run ? { ...run, text: cutAt(run.text, inside) } : run
  })
}

/** Of code. A tab becomes four spaces: the typesetter would print it as two. */
export function addBreakOpportunitiesToCode(text: string): string {
  const spaced = thinZeroWidth()(text).replaceAll('\t', '    ')
  return cutAt(spaced, findCuts(spaced))
}

function findCuts(text: string): number[] {
  const cuts: number[] = []
  for (const word of text.matchAll(unbroken)) {
    const breakPoints = [...word[0].matchAll(breakPoint)].map(({ 0: { length }, index }) => index + length)
    for (const [at, to] of [...breakPoints, word[0].length].entries()) {
      const from = breakPoints[at - 1] ?? 0
      if (from > 0) cuts.push(word.index + from)
      const characters = [...graphemes.segment(word[0].slice(from, to))]
      if (characters.length < longPart) continue
      for (const { index } of characters.filter((_, count) => isCut(count, characters.length)))
        cuts.push(word.index + from + index)
    }
  }
  return cuts
}

/** No character stands alone behind the last one. */
const isCut = (count: number, all: number) => count > 0 && count % breakEvery === 0 && count < all - 1

function cutAt(text: string, cuts: number[]): string {
  return [0, ...cuts].map((from, i) => text.slice(from, cuts[i])).join('\u200b')
}

const zeroWidth = /^[\p{Default_Ignorable_Code_Point}\p{M}]/u
const pieces = /\s|[\p{Default_Ignorable_Code_Point}\p{M}]|[^\s\p{Default_Ignorable_Code_Point}\p{M}]+/gu
/** The flag of Scotland has six. */
const mostInRow = 8
/** Wider than any line, at whose end they hang. More than 65,535 bytes of them crash the typesetter. */
const mostSpaces = 1000

/**
 * For the runs of one paragraph, in order: drops soft hyphens, joiners and marks from the ninth one after a visible character
 * on. On a line that never fills, Typst's work grows with the square of their number (design.md#linear-readers).
 */
export function thinZeroWidth(): (text: string) => string {
  let [inRow, spaces] = [0, 0]
  return (text) =>
    text.replace(pieces, (piece) => {
      if (zeroWidth.test(piece)) return ++inRow > mostInRow ? '' : piece
      if (/^\s/.test(piece)) return ++spaces > mostSpaces ? '' : piece
      inRow = spaces = 0
      return piece
    })
}

/** With so many soft hyphens the best line breaks cost ten times as much. */
export function isDense(runs: Run[]): boolean {
  const text = runs.map((run) => ('text' in run ? run.text : '')).join('')
  return 4 * (text.match(/\p{Default_Ignorable_Code_Point}|\s\p{M}/gu)?.length ?? 0) > text.length
}
