// @module-tag long
// @module-tag deep
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Align, Block, Content, Run } from '@lacre/letter/content/tree.ts'
import { sizes, styles, type Looks } from '@lacre/letter/looks/looks.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../tools/temporary-folder.ts'
import { findFonts } from './fonts.ts'
import { letterOf, paragraph } from './testing/letters.ts'
import { readPages } from './testing/read-pdf.ts'
import { closingOf } from './closing.ts'
import { createTypstCompiler, letterTemplate } from './compile.ts'

type Compiler = ReturnType<typeof createTypstCompiler>
let compiler: Compiler
/** Where pages end as they fall, however little stands on the last one. */
let plain: Compiler
beforeAll(() => {
  const start = (template?: string) =>
    createTypstCompiler(mkdtempSync(join(temporaryFolder(), 'typst-')), findFonts(), template)
  const room = 'if kept.block == b.block {'
  expect(letterTemplate).toContain(room)
  compiler = start()
  plain = start(letterTemplate.replace(room, 'if false {'))
})

async function setBy(one: Compiler, content: Content, looks: Partial<Looks> = {}) {
  const answer = await one.set(letterOf(content, { looks, anyLength: true }))
  if ('refused' in answer) throw new Error(answer.refused)
  return answer
}
/** The lines of each page by the first letter of their words: each paragraph has words of a letter of its own. */
async function linesOf(pdf: Buffer): Promise<string[][]> {
  return (await readPages(pdf)).map(({ words }, at) => {
    const { y, h } = at ? profile.nextBody : profile.firstBody
    const lines = new Map<string, string>()
    for (const word of words.filter((one) => one.y > y && one.y < y + h + 2))
      lines.set(word.y.toFixed(1), (lines.get(word.y.toFixed(1)) ?? '') + word.text)
    return [...lines.values()].map((line) => /[a-z]/i.exec(line)?.[0] ?? '').filter(Boolean)
  })
}

const pieces = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => letter.repeat(2 + ((at * 7) % 5))).join(' ')
const breaks = (...lines: string[]): Block =>
  paragraph(...lines.flatMap((line, at): (Run | string)[] => (at ? [{ break: true }, line] : [line])))

/** Words to begin with, what ends the text, and the farewell: `x`, `y`, `z`. */
const ends: Record<string, (count: number, align?: Align) => Content> = {
  'a long paragraph': (count, align) => [
    { ...paragraph(pieces('b', 20 + count)), ...(align && { align }) } as Block,
  ],
  'two paragraphs of a line': () => [
    paragraph(pieces('b', 30)),
    paragraph(pieces('c', 4)),
    paragraph(pieces('d', 4)),
  ],
  'a line and a long paragraph': (count) => [paragraph(pieces('b', 30 + count)), paragraph(pieces('c', 5))],
  'a list': (count) => [
    paragraph(pieces('b', 20)),
    {
      type: 'bullet-list',
      items: ['c', 'd', 'e'].map((letter) => [paragraph(pieces(letter, 4 + (count % 25)))]),
    },
  ],
  'a quote': (count) => [
    { type: 'quote', blocks: [paragraph(pieces('b', 20 + count)), paragraph(pieces('c', 40))] },
  ],
}
const farewells: Record<string, Content> = {
  'a farewell and a name': [paragraph('xx xx,'), paragraph('yyy')],
  'empty lines between them': [
    paragraph('xx xx,'),
    paragraph(''),
    paragraph(''),
    paragraph('yyy'),
    paragraph(''),
  ],
  'a name and a postscript': [paragraph('xx xx,'), paragraph('yyy'), paragraph('zz zzz zz zz')],
  'one paragraph of two lines': [breaks('xx xx,', 'yyy')],
}
const signature: Looks['signature'] = { colour: 'blue', strokes: [[0, 100, 500, 100, 1000, 300]] }

/** The fewest lines with a second page: from there on every letter has one. */
async function firstOver(hasTwoPages: (lines: number) => Promise<boolean>): Promise<number> {
  let [fits, over] = [-1, 64]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (await hasTwoPages(middle)) over = middle
    else fits = middle
  }
  return over
}

const looks = styles.flatMap((style) => sizes.map((size) => ({ style, size })))
test.each(looks)(
  '$style, $size: what ends a letter takes two lines along to the last page, and never a page more (design/paper.md#a-letter-one-keeps)',
  async (look) => {
    let stranded = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(ends)),
        fc.constantFrom(...Object.keys(farewells)),
        fc.nat(40),
        fc.constantFrom(undefined, 'justify', 'right', 'center'),
        fc.boolean(),
        async (end, farewell, count, align, isSigned) => {
          const how = { ...look, ...(isSigned && { signature }) }
          const letter = (lines: number) => [
            ...Array.from({ length: lines }, () => paragraph('aaa aa')),
            ...ends[end]!(count, align as Align | undefined),
            ...farewells[farewell]!,
          ]
          const lines = await firstOver(async (count) => (await setBy(plain, letter(count), how)).pages > 1)
          for (let further = 0; further < 4; further++) {
            const content = letter(lines + further)
            const [kept, fell] = [await setBy(compiler, content, how), await setBy(plain, content, how)]
            expect(kept.pages).toBe(fell.pages)
            const [after, before] = [await linesOf(kept.pdf), await linesOf(fell.pdf)]
            expect(after.flat()).toEqual(before.flat())
            const alone = before.at(-1)!.length <= 3
            stranded += Number(alone)
            if (!alone) expect(kept.sha256).toBe(fell.sha256)
            const last = after.at(-1)!.join('')
            expect(last).toMatch(farewell === 'a name and a postscript' ? /yz$/ : /xy$/)
            expect(last.length).toBeGreaterThanOrEqual(4)
            if (alone) expect(last.length).toBeLessThanOrEqual(7)
            // Neither the first nor the last line of a paragraph is alone on its page.
            for (const [at, page] of after.slice(1).entries()) {
              const letter = page[0]!
              if (after[at]!.at(-1) !== letter || letter === 'a') continue
              expect(page.filter((one) => one === letter).length).toBeGreaterThan(1)
              expect(after[at]!.filter((one) => one === letter).length).toBeGreaterThan(1)
            }
          }
        },
      ),
      { numRuns: 6 },
    )
    expect(stranded).toBeGreaterThan(0)
  },
)

test.each([
  ['lines broken by hand', ['xx xx,', 'yyy']],
  ['an empty line above them', ['', 'xx xx,', '', 'yyy']],
])('a farewell within the last paragraph takes two of its lines along: %s', async (_, end) => {
  let stranded = 0
  for (let count = 40; count < 400; count += 9) {
    const content = [paragraph('aaa'), breaks(pieces('b', 60), pieces('c', count), ...end)]
    const [kept, fell] = [await setBy(compiler, content), await setBy(plain, content)]
    expect(kept.pages).toBe(fell.pages)
    if (fell.pages === 1) continue
    const [last, before] = [(await linesOf(kept.pdf)).at(-1)!, (await linesOf(fell.pdf)).at(-1)!]
    stranded += Number(before.join('') === 'xy')
    expect(last.join('')).toMatch(/^(b+c+|cc+)xy$/)
  }
  expect(stranded).toBeGreaterThan(0)
})

test('empty lines at the end make no empty page', async () => {
  const letter = (lines: number, empty: number) => [
    ...Array.from({ length: lines }, () => paragraph('aaa')),
    paragraph('yyy'),
    ...Array.from({ length: empty }, () => paragraph('')),
  ]
  for (let lines = 5; lines < 16; lines++) {
    const [bare, full] = [await setBy(compiler, letter(lines, 0)), await setBy(compiler, letter(lines, 30))]
    expect(full.sha256).toBe(bare.sha256)
  }
})

test('what ends with a photo, code or a heading is left as it falls', () => {
  const farewell = [paragraph('Un abrazo,'), paragraph('Ana')]
  const before = (...end: Block[]) =>
    closingOf([paragraph('Hola.'), paragraph('Más.'), ...end, ...farewell], false).before.length
  expect(before()).toBe(2)
  expect(before(paragraph({ picture: 'a' }))).toBe(0)
  expect(before({ type: 'code', text: 'a' })).toBe(0)
  expect(before({ type: 'heading', level: 1, runs: [{ text: 'a' }] })).toBe(0)
  expect(before({ type: 'code', text: 'a' }, paragraph('Sí.'))).toBe(1)
  const beside = paragraph('Esta es Ana', { picture: 'a' })
  expect(closingOf([paragraph('Hola.'), paragraph('Más.'), beside], false).before).toEqual([])
})
