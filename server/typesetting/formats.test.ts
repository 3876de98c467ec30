import type { Block, Content } from '@lacre/letter/content/tree.ts'
import { settings } from '@lacre/letter/looks/looks.ts'
import { expect, test } from 'vitest'
import { profile } from '@lacre/letter/paper-profile.ts'
import { letterOf, paragraph, setIn, text } from './testing/letters.ts'
import { drawPage, isInk, readPages, type Word } from './testing/read-pdf.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const { clasica } = settings
const typesetter = ownTypesetter()

/** The body of the first page as it was read back. */
async function print(content: Content) {
  const set = await typesetter.set(letterOf(content, { sender: [], dateLine: '' }))
  if ('refused' in set) throw new Error(set.refused)
  const [page] = await readPages(set.pdf)
  const words = page!.words.filter(({ y }) => y > profile.firstBody.y)
  const find = (start: string): Word => {
    const word = words.find(({ text }) => text.startsWith(start))
    if (!word) throw new Error(`${start} is not among ${words.map((one) => one.text).join(' | ')}`)
    return word
  }
  const fonts = [...set.pdf.toString('latin1').matchAll(/\+([\w-]+)\n/g)].map(([, name]) => name)
  return { pdf: set.pdf, words, find, fonts }
}

test.each([
  ['bold', paragraph(text('Hola', { bold: true })), 'Lora-Bold'],
  ['italic', paragraph(text('Hola', { italic: true })), 'Lora-Italic'],
  ['both', paragraph(text('Hola', { bold: true, italic: true })), 'Lora-BoldItalic'],
  ['a heading', { type: 'heading', level: 1, runs: [text('Hola')] } as Block, 'Lora-SemiBold'],
  ['code', { type: 'code', text: 'Hola' } as Block, 'JetBrainsMono-Regular'],
])('%s has its own letters', async (_, block, font) => {
  expect((await print([block])).fonts).toContain(font)
  expect((await print([paragraph('Hola')])).fonts).not.toContain(font)
})

test('a quote stands further in on both sides, and without a bar; so does code, without a box', async () => {
  const long = 'palabra '.repeat(60).trim()
  for (const block of [
    { type: 'quote', blocks: [paragraph(long)] },
    { type: 'code', text: long },
  ] as Block[]) {
    const { pdf, words } = await print([block])
    const left = Math.min(...words.map(({ x }) => x))
    const right = Math.max(...words.map(({ x, w }) => x + w))
    const { x } = profile.nextBody
    expect(left).toBeGreaterThan(x + 5)
    expect(right).toBeLessThan(x + clasica.measure.normal - 5)
    const colourAt = await drawPage(pdf)
    for (let y = profile.firstBody.y; y < words[0]!.y + 10; y += 0.3)
      for (let across = x - 3; across < left - 0.3; across += 0.3)
        expect(isInk(colourAt(across, y)), `${across},${y}`).toBe(false)
  }
})

test('headings are larger, the first more than the second', async () => {
  const { find } = await print([
    { type: 'heading', level: 1, runs: [text('Uno')] },
    { type: 'heading', level: 2, runs: [text('Dos')] },
    paragraph('Tres'),
  ])
  expect(['Uno', 'Dos', 'Tres'].map((word) => find(word).size)).toEqual([17.4, 14.16, 12])
})

const wide = 'ancho '.repeat(40).trim()
test('left, centred, right and justified lines stand where they should', async () => {
  const left = profile.nextBody.x
  const right = left + clasica.measure.normal
  const aligned = (align: 'center' | 'right' | 'justify', words: string): Block =>
    ({ ...paragraph(words), align }) as Block
  const { find, words } = await print([
    paragraph('Izquierda'),
    aligned('center', 'Centro'),
    aligned('right', 'Derecha'),
    aligned('justify', wide),
  ])
  expect(find('Izquierda').x).toBeCloseTo(left, 1)
  expect(find('Centro').x + find('Centro').w / 2).toBeCloseTo((left + right) / 2, 0)
  expect(find('Derecha').x + find('Derecha').w).toBeCloseTo(right, 0)
  const full = words.filter(({ text }) => text.startsWith('ancho') && text.length > 50)
  expect(full.length).toBeGreaterThan(1)
  for (const line of full.slice(0, -1)) expect(line.x + line.w).toBeCloseTo(right, 0)
})

test('lists have their marks, numbers start where they should, each level stands further in', async () => {
  const { find } = await print([
    {
      type: 'bullet-list',
      items: [[paragraph('alfa'), { type: 'bullet-list', items: [[paragraph('beta')]] }]],
    },
    { type: 'ordered-list', start: 7, items: [[paragraph('gamma')], [paragraph('delta')]] },
  ])
  expect(find('•').y).toBeCloseTo(find('alfa').y, 0)
  expect(find('–').y).toBeCloseTo(find('beta').y, 0)
  expect(find('7.').y).toBeCloseTo(find('gamma').y, 0)
  expect(find('8.').y).toBeCloseTo(find('delta').y, 0)
  expect(find('beta').x).toBeGreaterThan(find('alfa').x + 2)
})

test.each(['bullet-list', 'ordered-list'] as const)(
  'no short item of a list is alone on its page, and all begin on one edge: %s (design/paper.md#a-letter-one-keeps)',
  async (type) => {
    const items = Array.from({ length: 11 }, (_, at) => [paragraph(`cosa${at}`)])
    const parted = new Set<string>()
    for (let lines = 3; lines < 17; lines++) {
      const before = Array.from({ length: lines }, () => paragraph('Una línea.'))
      const { pdf } = await setIn(typesetter, letterOf([...before, { type, items }]))
      const pages = (await readPages(pdf)).map(({ words }) =>
        words.filter(({ text: written }) => written.startsWith('cosa')),
      )
      const counts = pages.map(({ length }) => length)
      expect(counts, `${lines} lines`).not.toContain(1)
      parted.add(counts.join())
      const lefts = pages.flat().map(({ x }) => x)
      expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThan(0.01)
    }
    expect(parted.size).toBeGreaterThan(5)
  },
)

test('no word is alone on a last line where another break is as good (design/paper.md#a-letter-one-keeps)', async () => {
  const story =
    'De mamá te diré que está mejor de lo que esperábamos: la operación fue bien y la rehabilitación la hace de mala gana, pero la hace, y pregunta por ti cada vez que la llamo por teléfono.'.split(
      ' ',
    )
  const justified = story
    .slice(0, 14)
    .map((_, at): Block => ({ ...paragraph(story.slice(at).join(' ')), align: 'justify' }) as Block)
  const ragged = paragraph('Venid pronto, que el año que viene queremos que salgáis vosotros también.')
  const { pdf } = await setIn(typesetter, letterOf([...justified, ragged]))
  const lines = new Map<string, string>()
  for (const [page, { words }] of (await readPages(pdf)).entries())
    for (const { text: written, y } of words)
      lines.set(`${page} ${y}`, (lines.get(`${page} ${y}`) ?? '') + written + ' ')
  const last = [...lines.values()].filter((line) => /teléfono\.|también\./.test(line))
  expect(last).toHaveLength(15)
  for (const line of last) expect(line.trim()).toMatch(/\s/)
})

// A gap between two letters, so that all ink in it comes from the format.
const gap = `n${'\u00a0'.repeat(20)}n`
test.each([
  ['nothing', {}, []],
  ['underline', { underline: true }, ['below']],
  ['strike', { strike: true }, ['middle']],
  ['a background', { background: '#ffff00' }, ['below', 'middle', 'above']],
  ['a link, so that a reader on paper sees it', { link: 'https://example.org' }, ['below']],
  ['a link that leads nowhere', { link: 'about:blank' }, ['below']],
])('between the words there is the line of %s', async (_, marks, expected) => {
  const { pdf, find } = await print([paragraph(text(gap, marks))])
  const { x, y, w } = find('n')
  const colourAt = await drawPage(pdf, 1, 300)
  const places = { below: [0.3, 1.1], middle: [-1.6, -0.5], above: [-3.2, -2.4] } as const
  const inked = Object.entries(places).filter(([, [from, to]]) => {
    for (let dy = from; dy <= to; dy += 0.05) if (colourAt(x + w / 2, y + dy)[2] < 200) return true
    return false
  })
  expect(inked.map(([place]) => place)).toEqual(expected)
})

test('text colour is printed', async () => {
  const { pdf, find } = await print([paragraph(text('█', { colour: '#b91c1c' }))])
  const { x, y } = find('█')
  expect((await drawPage(pdf))(x + 1, y - 1)).toEqual([0xb9, 0x1c, 0x1c])
})

test('a line break, an empty paragraph and runs of spaces are kept', async () => {
  const { find } = await print([
    paragraph('Uno', { break: true }, 'dos'),
    paragraph(),
    paragraph('tres'),
    paragraph('xa    yb'),
    paragraph('xa yb'),
    paragraph('   sangrado'),
  ])
  const line = find('dos').y - find('Uno').y
  expect(line).toBeCloseTo(((0.7 + clasica.leading) * clasica.points.normal * 25.4) / 72, 1)
  expect(find('tres').y - find('dos').y).toBeGreaterThan(2 * line)
  expect(find('yb').x + find('yb').w).toBeGreaterThan(find('xa yb').x + find('xa yb').w + 2)
  expect(find('sangrado').x).toBeGreaterThan(profile.firstBody.x + 2)
})

test.each([
  ['Arabic', 'مع خالص المحبة، كارمن.', 'right'],
  ['a number before it', '2026: مع خالص المحبة.', 'right'],
  ['a Spanish word before it', 'Dice: مع خالص.', 'left'],
])('the first letter of a paragraph decides which way it runs: %s', async (_, written, edge) => {
  const { words } = await print([paragraph(written)])
  const left = Math.min(...words.map(({ x }) => x))
  const right = Math.max(...words.map(({ x, w }) => x + w))
  const { x: margin } = profile.nextBody
  expect(right - left).toBeLessThan(100)
  const end = margin + clasica.measure.normal
  expect(edge === 'left' ? left : right).toBeCloseTo(edge === 'left' ? margin : end, 0)
})

test('the first letter of a list decides on which side its marks stand', async () => {
  const items = ['خبز', 'زيت الزيتون'].map((written) => [paragraph(written)])
  const nested: Block = { type: 'ordered-list', items: [[paragraph('Aceite')]] }
  const { words, find } = await print([
    { type: 'bullet-list', items: [...items, [paragraph('Pan de pueblo'), nested]] },
    { type: 'ordered-list', items: [...items] },
    { type: 'bullet-list', items: [[paragraph('Sal')], [paragraph('ملح')]] },
  ])
  const right = profile.nextBody.x + clasica.measure.normal
  const marks = words.filter((word) => word.text === '•')
  expect(marks.slice(0, 3).map(({ x }) => right - x < 8)).toEqual([true, true, true])
  expect(right - find('2').x).toBeLessThan(12)
  expect(find('1.').x).toBeLessThan(find('Aceite').x)
  expect(marks.slice(3).map(({ x }) => x < find('Sal').x)).toEqual([true, true])
})

test('a word of any length stays on the paper', async () => {
  const { words } = await print([paragraph('ab'.repeat(300)), { type: 'code', text: 'x'.repeat(300) }])
  for (const word of words)
    expect(word.x + word.w).toBeLessThanOrEqual(profile.firstBody.x + profile.firstBody.w + 1)
})

test('one huge justified paragraph takes greedy line breaks, not half a minute', async () => {
  const letter = letterOf([{ ...paragraph('ancho mundo ajeno '.repeat(3000)), align: 'justify' } as Block])
  expect(await typesetter.set(letter)).toMatchObject({ refused: 'too-long' })
})
