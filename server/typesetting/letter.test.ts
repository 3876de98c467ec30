import type { Content } from '@lacre/letter/content/tree.ts'
import { expect, test } from 'vitest'
import { createTypesetter } from './pool.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import { letterOf, paragraph, paragraphs, setIn, text } from './testing/letters.ts'
import { drawPage, isInk, readPages, textOf, type Page } from './testing/read-pdf.ts'
import { readSquares, squaresOf } from './testing/sheet-code.ts'
import type { LetterToSet } from './typesetter.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const set = (letter: LetterToSet) => setIn(typesetter, letter)

/** One pixel of the drawing, in millimetres. */
const pixel = 0.17
const inside = (r: { x: number; y: number; w: number; h: number }) => (x: number, y: number) =>
  x >= r.x - pixel && x <= r.x + r.w + pixel && y >= r.y - pixel && y <= r.y + r.h + pixel

test('the paper is A4 and every font is in the file', async () => {
  const { pdf } = await set(letterOf(paragraphs(2)))
  const [page] = await readPages(pdf)
  expect(page!.width).toBeCloseTo(210, 1)
  expect(page!.height).toBeCloseTo(297, 1)
  const fonts = pdf.toString('latin1')
  expect(fonts.match(/\/Type \/FontDescriptor/g)!.length).toBe(fonts.match(/\/FontFile\d/g)!.length)
  expect(fonts).toMatch(/\+Lora-Regular/)
})

test('the recipient stands in the part that every window shows (profile ES-IZQ-1)', async () => {
  const letter = letterOf(paragraphs(1))
  const [page] = await readPages((await set(letter)).pdf)
  const window = profile.alwaysVisible
  for (const line of letter.recipient) {
    const word = page!.words.find(({ text }) => text === line)!
    expect(word.x).toBeCloseTo(25, 1)
    expect(word.x + word.w).toBeLessThan(window.x + window.w)
    expect(word.y).toBeGreaterThan(window.y)
    expect(word.y).toBeLessThan(window.y + window.h)
  }
})

test.each([
  [
    'a letter',
    letterOf([{ type: 'heading', level: 1, runs: [text('ÑÓÁ')] }, ...paragraphs(8)], { sheetCode: 'CX1.A' }),
  ],
  [
    'six lines, a long sender and a coloured first line',
    letterOf([paragraph(text('Ñandú'.repeat(90), { background: '#ff0000' }))], {
      sender: Array.from({ length: 6 }, () => 'Á'.repeat(180)),
      recipient: ['ÁÑ', 'ÁÑ', 'ÁÑ', 'ÁÑ', 'ÁÑ', 'ÁÑ gj'],
    }),
  ],
])('no ink in the clear zone beside the two address lines: %s', async (_, letter) => {
  const { pdf } = await set(letter)
  const colourAt = await drawPage(pdf)
  const [recipient, returnLine] = [inside(profile.recipient), inside(profile.returnLine)]
  const stray: string[] = []
  let printed = 0
  const zone = profile.clearZone
  for (let x = zone.x; x <= zone.x + zone.w; x += 0.1)
    for (let y = zone.y; y <= zone.y + zone.h; y += 0.1) {
      if (!isInk(colourAt(x, y))) continue
      if (recipient(x, y) || returnLine(x, y)) printed++
      else stray.push(`${x.toFixed(1)},${y.toFixed(1)}`)
    }
  expect(stray).toEqual([])
  expect(printed).toBeGreaterThan(100)
})

test.each(profile.foldMarks.filter(({ y }) => y < profile.firstBody.y))(
  'the sheet is folded beside its text, not through it: no ink within 2 mm of $y mm, but its mark',
  async ({ x, y, w }) => {
    const { pdf } = await set(letterOf(paragraphs(16), { dateLine: 'Ágreda, jqpg 21 de noviembre de 2026' }))
    const colourAt = await drawPage(pdf)
    const { page } = profile
    for (let across = x + w + 1; across < page.w; across += 0.1)
      for (let down = y - 2; down <= y + 2; down += 0.1)
        expect(isInk(colourAt(across, down)), `${across},${down}`).toBe(false)
  },
)

test('the body starts two lines below the date on page 1, at 25 mm after it, and ends by 270 mm', async () => {
  const pages = await readPages((await set(letterOf(paragraphs(16)))).pdf)
  expect(pages.length).toBeGreaterThan(1)
  for (const [i, page] of pages.entries()) {
    const body = i ? profile.nextBody : profile.firstBody
    const baselines = page.words.filter(({ size }) => Math.abs(size - 12) < 0.1).map(({ y }) => y)
    const lines = baselines.filter((y) => y > (i ? 0 : 114))
    expect(Math.min(...lines)).toBeGreaterThan(body.y)
    expect(Math.min(...lines)).toBeLessThan(body.y + (i ? 5 : 10))
    expect(Math.max(...lines)).toBeLessThanOrEqual(body.y + body.h + 0.1)
  }
})

test('pages are numbered from the second on', async () => {
  const pages = await readPages((await set(letterOf(paragraphs(16)))).pdf)
  const below = (page: Page) => page.words.filter(({ y }) => y > profile.pageNumber.y).map(({ text }) => text)
  expect(pages.map(below)).toEqual(pages.map((_, i) => (i ? [String(i + 1)] : [])))
})

test('every front side carries the code of its sheet and no back does; a preview shows a sample', async () => {
  const letter = letterOf(paragraphs(14), { sheetCode: '3f2a9c1d7b4e' })
  const { pdf, pages, sheets } = await set(letter)
  expect({ pages, sheets }).toEqual({ pages: 3, sheets: 2 })
  const none = '0'.repeat(18 * 18)
  expect(await Promise.all([1, 2, 3].map((page) => readSquares(pdf, page)))).toEqual([
    squaresOf('3f2a9c1d7b4e.1.2'),
    none,
    squaresOf('3f2a9c1d7b4e.2.2'),
  ])
  const preview = await set(letterOf(letter.content))
  const sample = squaresOf('MUESTRA DE LACRE')
  expect(await Promise.all([1, 2, 3].map((page) => readSquares(preview.pdf, page)))).toEqual([
    sample,
    none,
    sample,
  ])
})

test('a short note begins lower, its date with it; a page that is half full does not', async () => {
  const starts = async (count: number) => {
    const [page] = await readPages((await set(letterOf(paragraphs(count)))).pdf)
    const [date, first] = ['Madrid, 21', '1. Aunque'].map(
      (start) => page!.words.find(({ text }) => text.startsWith(start))!.y,
    )
    return { date: date!, first: first! }
  }
  const [note, short, half] = [await starts(1), await starts(2), await starts(4)]
  expect(note.first).toBeGreaterThan(short.first + 3)
  expect(short.first).toBeGreaterThan(half.first)
  expect(half.first).toBeLessThan(profile.firstBody.y + 10)
  // Two empty lines.
  expect(half.first - half.date).toBeGreaterThan(15)
  expect(note.first - note.date).toBeCloseTo(half.first - half.date, 1)
})

test('the name under a farewell never stands alone on a page', async () => {
  let turned = 0
  for (let count = 22; count < 33; count++) {
    const lines = Array.from({ length: count }, () => paragraph('Una línea.'))
    const { pdf, pages } = await set(
      letterOf([...lines, paragraph('Un abrazo,'), paragraph('Ana')], { anyLength: true }),
    )
    if (pages === 1) continue
    turned++
    const last = (await readPages(pdf)).at(-1)!
    expect(textOf(last)).toContain('Un abrazo,')
  }
  expect(turned).toBeGreaterThan(0)
})

test('a letter of more than four pages is refused with its length (design/sending.md#printable)', async () => {
  expect(await typesetter.set(letterOf(paragraphs(60)))).toEqual({ refused: 'too-long', pages: 10 })
})

test.each([
  ['a word wider than the window', ['A'.repeat(40)]],
  ['too many lines', Array.from({ length: 9 }, () => 'CALLE')],
])('a recipient that does not fit its window is refused: %s', async (_, recipient) => {
  expect(await typesetter.set(letterOf(paragraphs(1), { recipient }))).toEqual({
    refused: 'recipient-does-not-fit',
  })
})

test('the same letter gives the same bytes, from this child and from another pool', async () => {
  const letter = letterOf([...paragraphs(3), paragraph('Emoji 👨‍👩‍👧‍👦')], { sheetCode: 'CX1.B' })
  const first = await set(letter)
  await set(letterOf(paragraphs(1)))
  const second = await set(letter)
  const other = createTypesetter({ size: 1 })
  const third = await other.set(letter)
  await other.close()
  expect(second.sha256).toBe(first.sha256)
  expect(second.pdf.equals(first.pdf)).toBe(true)
  expect(third).toMatchObject({ sha256: first.sha256 })
})

test('what a person wrote is printed, never evaluated (ASVS 1.2.8)', async () => {
  const written = '#import x.typ #read(/etc/passwd) $x$ *no* _no_ `no` <label> @ref \\ // [x] {y}'
  const [page] = await readPages(
    (await set(letterOf([paragraph(written), { type: 'code', text: written }]))).pdf,
  )
  const flat = (string: string) => string.replaceAll(/\s/g, '')
  expect(flat(textOf(page)).split(flat(written)).length - 1).toBe(2)
})

test('the deepest letter that is read is printed', async () => {
  const nested = (levels: number, kind: 'quote' | 'bullet-list') => {
    let content: Content = [paragraph('fondo')]
    for (let i = 0; i < levels; i++)
      content = kind === 'quote' ? [{ type: kind, blocks: content }] : [{ type: kind, items: [content] }]
    return letterOf(content)
  }
  for (const kind of ['quote', 'bullet-list'] as const)
    expect(textOf((await readPages((await set(nested(8, kind))).pdf))[0])).toContain('fondo')
})
