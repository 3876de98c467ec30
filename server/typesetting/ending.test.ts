// @module-tag long
import type { Block, Content } from '@lacre/letter/content/tree.ts'
import { usualLooks } from '@lacre/letter/looks/looks.ts'
import type { Signature } from '@lacre/letter/looks/signature.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import bwip from 'bwip-js/node'
import { expect, test } from 'vitest'
import { letterOf, paragraph, paragraphs, setIn } from './testing/letters.ts'
import { drawPage, isInk, readPages, textOf } from './testing/read-pdf.ts'
import type { LetterToSet } from './typesetter.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const set = (content: Content, changes: Partial<LetterToSet> = {}) =>
  setIn(typesetter, letterOf(content, changes))
/** A bar of 60 mm across the whole box. */
const signature: Signature = {
  colour: 'blue',
  strokes: [
    [0, 100, 500, 100, 1000, 100],
    [0, 300, 1000, 300],
  ],
}
const signed = { looks: { signature } }
const replyLink = `https://lacre.example/write#${'012345678901234'.repeat(36)}`

const isBlue = ([red, , blue]: number[]) => red! < 100 && blue! > 110
const isRed = ([red, , blue]: number[]) => red! > 110 && blue! < 100

/** The millimetres where a page has such a colour. */
async function spotsOf(pdf: Buffer, page: number, is: (colour: number[]) => boolean, dpi?: number) {
  const colourAt = await drawPage(pdf, page, dpi)
  const spots: { x: number; y: number }[] = []
  for (let x = 0; x < profile.page.w; x += 0.5)
    for (let y = 0; y < profile.page.h - 0.5; y += 0.5) if (is(colourAt(x, y))) spots.push({ x, y })
  return spots
}

test('without signature, seal or code a letter’s bytes are those that it always had', async () => {
  const content = [...paragraphs(3), paragraph('Un abrazo,'), paragraph('Ana')]
  const plain = await set(content)
  expect((await set(content, { looks: usualLooks })).sha256).toBe(plain.sha256)
  const other = await set(content, { looks: { signature, seal: true }, replyLink })
  expect(other.sha256).not.toBe(plain.sha256)
  // One compiler sets all of them by turns.
  expect((await set(content)).sha256).toBe(plain.sha256)
})

const edges = (spots: { x: number; y: number }[]) => ({
  left: Math.min(...spots.map(({ x }) => x)),
  right: Math.max(...spots.map(({ x }) => x)),
  top: Math.min(...spots.map(({ y }) => y)),
  bottom: Math.max(...spots.map(({ y }) => y)),
})
const wordIn = async (pdf: Buffer, text: string) =>
  (await readPages(pdf)).at(-1)!.words.find((word) => word.text === text)!

test.each<[string, Content]>([
  ['a paragraph', [paragraph('Querida Elena:'), paragraph('Un abrazo,'), paragraph('Ana')]],
  ['a line of the farewell', [paragraph('Querida Elena:'), paragraph('Un abrazo,', { break: true }, 'Ana')]],
  [
    'two lines',
    [paragraph('Querida Elena:'), paragraph('Un abrazo,'), paragraph('Ana'), paragraph('Presidenta')],
  ],
])(
  'a signature stands over the typed name, with room of its own: %s; both are lines, and no bitmap (design/paper.md#signature)',
  async (_, content) => {
    const { pdf } = await set(content, { looks: { signature, seal: true }, replyLink })
    expect(pdf.toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/)
    const [farewell, name] = [await wordIn(pdf, 'Un abrazo,'), await wordIn(pdf, 'Ana')]
    const [ink, wax] = [edges(await spotsOf(pdf, 1, isBlue)), edges(await spotsOf(pdf, 1, isRed))]
    expect(ink.top).toBeGreaterThan(farewell.y)
    expect(ink.bottom).toBeLessThan(name.y - 3)
    expect(name.y - farewell.y).toBeGreaterThan(12 + 5)
    expect(ink.left).toBeCloseTo(name.x, -0.5)
    expect(ink.right).toBeCloseTo(name.x + 60, -0.5)
    // On the text's right edge.
    expect(wax.right).toBeCloseTo(25 + 146, -0.5)
    expect(wax.bottom).toBeLessThan(name.y)
  },
)

test.each<[string, Content]>([
  ['a farewell alone', [paragraph('Una frase larga. '.repeat(9)), paragraph('Un abrazo')]],
  ['a sentence', [paragraph('Querida Elena:'), paragraph('Nos vemos el lunes.')]],
  ['a list', [{ type: 'bullet-list', items: [[paragraph('Un abrazo,')], [paragraph('Ana')]] }]],
])('without a typed name it stands under the text: %s', async (_, content) => {
  const { pdf } = await set(content, signed)
  const last = (await readPages(pdf))[0]!.words.at(-1)!
  expect(edges(await spotsOf(pdf, 1, isBlue)).top).toBeGreaterThan(last.y)
})

test('a seal has the sender’s initial, and alone it stands in the middle below; each shape is another', async () => {
  const content = [paragraph('Querida Elena:'), paragraph('Un abrazo,'), paragraph('Ana')]
  const seals = await Promise.all(
    ([true, 'laurel', 'corazon'] as const).map((seal) => set(content, { looks: { seal } })),
  )
  expect(new Set(seals.map(({ sha256 }) => sha256)).size).toBe(3)
  for (const { pdf } of seals) {
    const wax = edges(await spotsOf(pdf, 1, isRed))
    const [name, initial] = [await wordIn(pdf, 'Ana'), await wordIn(pdf, 'B')]
    expect(wax.top).toBeGreaterThan(name.y)
    expect((wax.left + wax.right) / 2).toBeCloseTo(25 + 73, -0.5)
    expect(initial.x + initial.w / 2).toBeCloseTo(25 + 73, 0)
    expect(initial.y).toBeLessThan(wax.bottom)
  }
})

test.each(['right', 'center'] as const)('it stands where the last line stands: %s', async (align) => {
  const { pdf } = await set([paragraph('Hola'), { ...paragraph('Ana'), align } as Block], signed)
  const { left, right } = edges(await spotsOf(pdf, 1, isBlue))
  expect((left + right) / 2).toBeCloseTo(align === 'center' ? 25 + 73 : 25 + 146 - 30.5, -0.5)
})

const farewell = [paragraph('Un abrazo,'), paragraph('Ana')]
const items: Block = { type: 'bullet-list', items: [[paragraph('pan')], [paragraph('Ana')]] }
test.each<[string, Content]>([
  ['its farewell and its name', farewell],
  ['a name and empty lines', [...farewell, paragraph(''), paragraph('')]],
  ['a list', [paragraph('Compra:'), items]],
  ['a quote', [{ type: 'quote', blocks: [paragraph('Ana')] }]],
  ['a heading', [{ type: 'heading', level: 2, runs: [{ text: 'Ana' }] }]],
  ['a long paragraph', [paragraph('Mucho que contar todavía. '.repeat(15) + 'Ana')]],
])('however long the letter, no page parts a signature from %s', async (_, end) => {
  const turned = new Set<number>()
  for (let lines = 7; lines < 20; lines++) {
    const content = [...Array.from({ length: lines }, () => paragraph('Una línea.')), ...end]
    const { pdf, pages } = await set(content, { ...signed, anyLength: true })
    turned.add(pages)
    const last = (await readPages(pdf)).at(-1)
    expect(textOf(last), `${lines} lines`).toContain('Ana')
    expect((await spotsOf(pdf, pages, isBlue, 75)).length, `${lines} lines`).toBeGreaterThan(50)
  }
  expect(turned.size).toBeGreaterThan(1)
})

test('the reply code stands on the last page alone, as the code of its link, and disturbs nothing (design/paper.md#reply-code)', async () => {
  const content = paragraphs(9)
  const sent = { sheetCode: '3f2a9c1d7b4e' }
  const plain = await set(content, sent)
  const { pdf, pages } = await set(content, { ...sent, replyLink })
  expect([plain.pages, pages]).toEqual([2, 2])
  const wordsOf = async (bytes: Buffer) => (await readPages(bytes)).map(textOf)
  const [before, after] = [await wordsOf(plain.pdf), await wordsOf(pdf)]
  expect(after[0]).toBe(before[0])
  expect(after[1]).toMatch(/Para contestar a esta carta, escanee este código/)

  // It ends where the lines end; the page's number would meet its words.
  const moved = (area: typeof profile.replyCode) => ({ ...area, x: area.x - (160 - 146) })
  const [replyCode, replyWords] = [moved(profile.replyCode), moved(profile.replyWords)]
  const [symbol] = bwip.raw('qrcode', replyLink, 'eclevel=L')
  const { pixs, pixx: across } = symbol as { pixs: number[]; pixx: number }
  const colourAt = await drawPage(pdf, 2, 600)
  const middle = (at: number) => ((at + 0.5) * replyCode.w) / across
  const read = pixs.map((__, at) =>
    Number(isInk(colourAt(replyCode.x + middle(at % across), replyCode.y + middle(Math.floor(at / across))))),
  )
  expect(read).toEqual(pixs)

  // Beside it nothing has changed: no ink where there was none, but for its words.
  const inside = (area: typeof replyCode, x: number, y: number) =>
    x >= area.x - 0.5 && x <= area.x + area.w + 0.5 && y >= area.y - 0.2 && y <= area.y + area.h + 0.2
  for (const page of [1, 2]) {
    const [old, fresh] = [await drawPage(plain.pdf, page), await drawPage(pdf, page)]
    for (let x = 0; x < profile.page.w; x += 0.4)
      for (let y = 0; y < profile.page.h - 0.5; y += 0.4) {
        if (page === 2 && [replyCode, replyWords, profile.pageNumber].some((area) => inside(area, x, y)))
          continue
        expect(fresh(x, y).join(), `${page}: ${x},${y}`).toBe(old(x, y).join())
      }
  }
  // A quiet zone of four squares, which readers want.
  const square = replyCode.w / across
  for (let away = 0.3; away < 4 * square; away += 0.2)
    for (let along = -4 * square; along <= replyCode.w + 4 * square; along += 0.3)
      for (const [x, y] of [
        [replyCode.x - away, replyCode.y + along],
        [replyCode.x + replyCode.w + away, replyCode.y + along],
        [replyCode.x + along, replyCode.y - away],
        [replyCode.x + along, replyCode.y + replyCode.h + away],
      ] as const)
        expect(isInk(colourAt(x, y)), `${x},${y}`).toBe(false)
})
