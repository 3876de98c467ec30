// @module-tag long
import type { PhotoSize, Block, Content } from '@lacre/letter/content/tree.ts'
import { settings, sizes, styles } from '@lacre/letter/looks/looks.ts'
import type { Signature } from '@lacre/letter/looks/signature.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import { beforeAll, expect, test } from 'vitest'
import { letterOf, paragraph, paragraphs, setIn } from './testing/letters.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'
import { pngOf } from './testing/pictures.ts'
import { picturesOnPages } from './testing/pictures-on-pages.ts'
import { drawPage, readPages, textOf } from './testing/read-pdf.ts'
import type { LetterToSet } from './typesetter.ts'

const shapes = { landscape: [800, 600], portrait: [600, 800], panorama: [1200, 300] } as const
type Shape = keyof typeof shapes

const typesetter = ownTypesetter()
const pictures: LetterToSet['pictures'] = {}
beforeAll(async () => {
  for (const [name, [width, height]] of Object.entries(shapes)) {
    const normal = await typesetter.normalise({ bytes: await pngOf('#4a6', width, height) })
    if ('refused' in normal) throw new Error(normal.refused)
    pictures[name] = normal
  }
})

const photo = (picture: Shape, size?: PhotoSize, caption?: string) => ({
  picture,
  ...(size && { size }),
  ...(caption && { caption }),
})
const farewell = [paragraph('Un abrazo,'), paragraph('Begoña')]
const lines = (count: number): Content =>
  Array.from({ length: count }, (_, at) => paragraph(`Línea ${at + 1}.`))
const print = (content: Content, changes: Partial<LetterToSet> = {}) =>
  setIn(typesetter, letterOf(content, { pictures, ...changes }))
const textsOf = async (pdf: Buffer) => (await readPages(pdf)).map(textOf)
async function shown(content: Content) {
  const { pdf, pages } = await print(content)
  return { pages, texts: await textsOf(pdf), pictures: await picturesOnPages(pdf) }
}

const all = styles.flatMap((style) => sizes.map((size) => ({ style, size })))
test.each(all)(
  '$style, $size: small, medium and as wide as the text, and never too tall (design/paper.md#photos)',
  async (looks) => {
    const measure = settings[looks.style].measure[looks.size]
    const { frame, sizes: most } = profile.photos
    for (const shape of Object.keys(shapes) as Shape[])
      for (const size of ['pequena', 'mediana', 'entera'] as const) {
        const [width, height] = shapes[shape]
        const [most_w, most_h] = [most[size].w * measure - 2 * frame, most[size].h * measure - 2 * frame]
        const { pdf, pages } = await print([paragraph(photo(shape, size))], { looks, dateLine: '' })
        const found = await picturesOnPages(pdf)
        expect(found[0]?.w).toBeCloseTo(Math.min(most_w, (most_h * width) / height), 1)
        expect(found[0]?.h).toBeCloseTo(Math.min(most_h, (most_w * height) / width), 1)
        expect(pages).toBe(1)
      }
  },
)

test('a white frame with a thin grey edge, and the caption under it, smaller and slanted', async () => {
  const { pdf } = await print([
    paragraph('Mira:'),
    paragraph(photo('landscape', 'mediana', 'La abuela en Ronda, 1974')),
  ])
  const [picture] = await picturesOnPages(pdf)
  const [page] = await readPages(pdf)
  const words = page?.words.filter(({ y }) => y > picture!.y + picture!.h) ?? []
  expect(words.map(({ text }) => text).join('')).toBe('La abuela en Ronda, 1974')
  expect(words[0]?.size).toBeCloseTo(12 * 0.82, 1)
  expect(pdf.toString('latin1')).toContain('Lora-Italic')
  const middle = words[0]!.x + words.reduce((sum, { w }) => sum + w, 0) / 2
  expect(middle).toBeCloseTo(picture!.x + picture!.w / 2, 0)
  // The white of the frame and its grey edge, left of the picture.
  const colourAt = await drawPage(pdf, 1, 600)
  const beside = (mm: number) => colourAt(picture!.x - mm, picture!.y + picture!.h / 2)
  expect(beside(profile.photos.frame / 2)).toEqual([255, 255, 255])
  expect(Math.max(...beside(profile.photos.frame))).toBeLessThan(220)
  expect(beside(profile.photos.frame + 0.3)).toEqual([255, 255, 255])
})

test('two small ones stand side by side, a third below, and what is written between them parts them', async () => {
  const small = photo('landscape', 'pequena')
  const { pictures: three } = await shown([paragraph(small, ' ', small, small)])
  expect(three.map(({ y }) => y === three[0]!.y)).toEqual([true, true, false])
  expect(three[1]!.x).toBeGreaterThan(three[0]!.x + three[0]!.w)
  const { pictures: parted, texts } = await shown([paragraph('antes ', small, ' y ', small, ' después')])
  expect(parted[1]!.y).toBeGreaterThan(parted[0]!.y + parted[0]!.h)
  expect(texts[0]).toMatch(/antes\s+y\s+después/)
})

test.each(['Ana', undefined])(
  'a narrow photo with the caption %s stands at the edge of the text',
  async (caption) => {
    const { pictures: found } = await shown([paragraph(photo('portrait', 'pequena', caption))])
    expect(found[0]!.x).toBeCloseTo(profile.firstBody.x + profile.photos.frame, 1)
  },
)

test('where a photo does not fit, the text flows on and the photo comes at the head of the next page', async () => {
  const content = [...lines(11), paragraph(photo('portrait', 'mediana', 'El río')), ...lines(6), ...farewell]
  const { pages, texts, pictures: found } = await shown(content)
  expect(pages).toBe(2)
  expect(texts[0]).toMatch(/Línea 11\. Línea 1\. Línea 2\. /)
  expect(texts[1]).toMatch(/^2 El río /)
  expect(found).toEqual([expect.objectContaining({ page: 2 })])
  expect(found[0]!.y).toBeCloseTo(profile.nextBody.y + profile.photos.frame, 0)
})

const heading = (text: string): Block => ({ type: 'heading', level: 2, runs: [{ text }] })

test('a heading over a photo that goes on to the next page stays with the text, and leaves no gap', async () => {
  const photoOf = paragraph(photo('portrait', 'mediana', 'El río'))
  const { texts } = await shown([...lines(10), heading('El puente'), photoOf, ...lines(6), ...farewell])
  expect(texts[0]).toMatch(/Línea 10\. El puente Línea 1\. Línea 2\. /)
  expect(texts[1]).toMatch(/^2 El río /)
  // Where not even a line fits below it, it goes before its photo; and so it does where only the farewell follows.
  const { texts: low } = await shown([...lines(16), heading('El puente'), photoOf, ...lines(6), ...farewell])
  expect(low[0]).toMatch(/Línea 16\.$/)
  expect(low[1]).toMatch(/^2 El puente El río Línea 1\. /)
  const { texts: last } = await shown([...lines(10), heading('El puente'), photoOf, ...farewell])
  expect(last[0]).toMatch(/Línea 10\.$/)
  expect(last[1]).toMatch(/^2 El puente El río Un abrazo, Begoña$/)
})

test.each(all)('$style, $size: the letter ends after its last photo, signed or not', async (looks) => {
  const signature: Signature = { colour: 'black', strokes: [[100, 100, 200, 200]] }
  for (const count of [7, 11, 13])
    for (const more of [{}, { signature, seal: true }]) {
      const content = [...lines(count), paragraph(photo('portrait', 'mediana', 'El río')), ...farewell]
      const { pdf } = await print(content, { looks: { ...looks, ...more } })
      expect((await textsOf(pdf)).join(' '), `${count} lines`).toMatch(/El río (2 )?Un abrazo, (B )?Begoña$/)
    }
})

const captions = ['primera', 'segunda', 'tercera', 'cuarta'] as const
test.each<[string, Block[]]>([
  [
    'that would fit does not come before one that did not',
    [
      ...lines(11),
      paragraph(photo('portrait', 'mediana', 'primera')),
      ...lines(1),
      paragraph(photo('panorama', 'pequena', 'segunda')),
      ...lines(12),
      paragraph(photo('landscape', 'entera', 'tercera')),
      ...lines(30),
      paragraph(photo('landscape', 'entera', 'cuarta')),
      ...lines(3),
    ],
  ],
  [
    'waits for those that wait for a page of their own',
    [
      ...lines(8),
      ...captions
        .slice(0, -1)
        .flatMap((caption) => [paragraph(photo('portrait', 'entera', caption)), ...lines(2)]),
      ...lines(12),
      paragraph(photo('panorama', 'pequena', 'cuarta')),
      ...lines(20),
    ],
  ],
])('photos keep their order: one %s', async (_, content) => {
  const { texts, pictures: found } = await shown(content)
  expect(texts.join(' ').match(/primera|segunda|tercera|cuarta/g)).toEqual(captions)
  const places = found.map(({ page, y }) => page * 1000 + y)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const [at, text] of texts.entries()) {
    const here = found.filter(({ page }) => page === at + 1)
    expect(text.match(/primera|segunda|tercera|cuarta/g)?.length ?? 0, 'each with its caption').toBe(
      here.length,
    )
  }
})

test('one as wide as the text becomes smaller rather than leave the farewell alone on a page', async () => {
  const {
    pages,
    texts,
    pictures: found,
  } = await shown([...lines(4), paragraph(photo('landscape', 'entera')), ...farewell])
  expect(pages).toBe(1)
  expect(texts[0]).toMatch(/Un abrazo, Begoña$/)
  expect(found[0]!.w).toBeLessThan(settings.clasica.measure.normal - 2 * profile.photos.frame - 10)
  const alone = await shown([paragraph(photo('landscape', 'entera')), ...farewell])
  expect(alone.pictures[0]!.w).toBeCloseTo(settings.clasica.measure.normal - 2 * profile.photos.frame, 0)
})

test('photos in lists and quotes print there, no wider than there is room; a caption of one unbroken word stays on the paper', async () => {
  const row = paragraph(photo('landscape', 'pequena', 'o'.repeat(120)))
  const { pictures: found } = await shown([
    { type: 'bullet-list', items: [[paragraph('uno')], [paragraph('dos'), row]] },
    { type: 'quote', blocks: [row] },
  ])
  expect(found).toHaveLength(2)
  const wide = paragraph(photo('panorama', 'entera'))
  const { pictures: nested } = await shown([{ type: 'bullet-list', items: [[paragraph('uno'), wide]] }])
  const edge = profile.firstBody.x + settings.clasica.measure.normal
  expect(nested[0]!.x + nested[0]!.w).toBeLessThanOrEqual(edge - profile.photos.frame + 0.1)
  const { texts } = await shown([row])
  expect(texts[0]?.replaceAll(/[^o]/g, '').length).toBeGreaterThanOrEqual(120)
})

test('the first letter of a caption decides which way it runs, as in a paragraph', async () => {
  const content = [paragraph(photo('panorama', 'mediana', 'رندة 12.'))]
  const { pdf } = await print(content)
  const [page] = await readPages(pdf)
  const at = (written: string) => page!.words.find(({ text }) => text === written)!.x
  expect(at('.')).toBeLessThan(at('12'))
})

test.each([
  [300, 'too-long'],
  [3000, 'too-complex'],
])('a letter of %i photos costs no more than it is worth: it is %s', async (count, refused) => {
  const content = Array.from({ length: count }, () => paragraph(photo('landscape', 'entera', 'x')))
  expect(await typesetter.set(letterOf(content, { pictures }))).toMatchObject({ refused })
  await shown(paragraphs(1))
})
