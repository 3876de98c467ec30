// @module-tag long
// @module-tag deep
import { isThorough } from '../../tools/thorough.ts'
import { pngSuite } from './testing/corpora.ts'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { letterOf } from './testing/letters.ts'
import { pngChunks } from './testing/png.ts'
import type { NormalPicture } from './typesetter.ts'
import { ownTypesetter } from './testing/own-typesetter.ts'

const typesetter = ownTypesetter()

async function normal(picture: Buffer): Promise<NormalPicture> {
  const answer = await typesetter.normalise({ bytes: picture })
  if ('refused' in answer) throw new Error(answer.refused)
  return answer
}
const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 40, b: 40, alpha: 0 } } })
/** Every pixel its own, as in a photograph. */
const noise = (width: number, height: number) => {
  const bytes = Buffer.alloc(width * height * 3)
  for (let i = 0, seed = 1; i < bytes.length; i++) bytes[i] = (seed = (seed * 16807) % 2147483647) >> 7
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

test.each([
  ['a photograph is nearly as wide as the text, at 300 dpi', 4000, 3000, 120, 1417],
  ['a tall one leaves room for words', 3000, 4000, 82.5, 974],
  ['a small one keeps the size it has on the screen', 96, 48, 25.4, 96],
  ['a speck', 1, 1, 0.26, 1],
])('%s', async (_, width, height, widthMm, pixels) => {
  const picture = await normal(await flat(width, height).jpeg().toBuffer())
  expect(picture.name).toBe('jpg')
  expect(picture.widthMm).toBeCloseTo(widthMm, 1)
  expect((await sharp(picture.bytes).metadata()).width).toBe(pixels)
})

test('a drawing stays png on white, a photograph sent as png becomes jpeg', async () => {
  const drawing = await normal(await flat(300, 200, 4).png().toBuffer())
  expect(drawing.name).toBe('png')
  const { channels, dominant } = await sharp(drawing.bytes)
    .stats()
    .then((stats) => ({ channels: stats.channels.length, dominant: stats.dominant }))
  expect(channels).toBe(3)
  expect(Object.values(dominant).every((value) => value > 240)).toBe(true)
  expect((await normal(await noise(700, 500).png().toBuffer())).name).toBe('jpg')
})

test('turned by its camera, a picture is upright; where it was taken is gone (design/privacy.md#letters-are-secret)', async () => {
  const turned = await flat(400, 200)
    .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitude: '40/1 25/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(turned).metadata()).orientation).toBe(6)
  const { width, height, exif, orientation } = await sharp((await normal(turned)).bytes).metadata()
  expect({ width, height, exif, orientation }).toEqual({
    width: 200,
    height: 400,
    exif: undefined,
    orientation: undefined,
  })
})

test('each letter has its own picture, whatever the letter before had', async () => {
  for (const width of [600, 500]) {
    const photo = await normal(await noise(width, 400).jpeg().toBuffer())
    const content = [{ type: 'paragraph' as const, runs: [{ picture: 'a' }] }]
    const set = await typesetter.set(letterOf(content, { pictures: { a: photo } }))
    expect('pdf' in set && set.pdf.includes(photo.bytes)).toBe(true)
  }
})

const pictures = pngSuite().filter((_, at) => isThorough || at < 2 || at % 3 === 0)
test('PngSuite: every valid file is taken and can be set, every broken one refused', async () => {
  const wrong: string[] = []
  for (const { name, bytes } of pictures) {
    const answer = await typesetter.normalise({ bytes })
    if ('refused' in answer !== name.startsWith('x')) wrong.push(name)
    if ('refused' in answer) continue
    const letter = letterOf([{ type: 'paragraph', runs: [{ picture: name }] }], {
      pictures: { [name]: answer },
    })
    if ('refused' in (await typesetter.set(letter))) wrong.push(`${name} cannot be set`)
  }
  expect(wrong).toEqual([])
})

const field = (name: string) => readFileSync(new URL(`testing/field/${name}`, import.meta.url))

test.each(['picture.webp', 'picture.avif', 'animated.gif'])(
  '%s, as pages show it, is printed',
  async (name) => {
    const { bytes } = await normal(field(name))
    expect(['png', 'jpeg']).toContain((await sharp(bytes).metadata()).format)
  },
)
test('white on nothing prints nothing, black on nothing does', async () => {
  expect(await normal(field('signature-white-on-transparent.png'))).toHaveProperty('isBlank', true)
  expect(await normal(field('signature-black-on-transparent.png'))).not.toHaveProperty('isBlank')
  const grey = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#eee' } })
    .jpeg()
    .toBuffer()
  expect(await normal(grey)).not.toHaveProperty('isBlank')
})
test('few pixels are told where a size spreads them', async () => {
  const small = await noise(400, 300).jpeg().toBuffer()
  const isSmall = async (size?: 'pequena' | 'entera') => {
    const answer = await typesetter.normalise({ bytes: small, ...(size && { size }) })
    return 'isSmall' in answer
  }
  expect([await isSmall(), await isSmall('pequena'), await isSmall('entera')]).toEqual([false, false, true])
})

const header = (width: number, height: number) => {
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(width)
  ihdr.writeUInt32BE(height, 4)
  return Buffer.concat([ihdr.subarray(0, 8), Buffer.from([8, 2, 0, 0, 0])])
}
const bombs: [string, () => Promise<Buffer> | Buffer][] = [
  ['nothing', () => Buffer.alloc(0)],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a TIFF', () => flat(9, 9).tiff().toBuffer()],
  [
    'a png of 2³¹ by 2³¹ pixels',
    () => pngChunks(['IHDR', header(0x7fffffff, 0x7fffffff)], ['IDAT', deflateSync('')]),
  ],
  [
    'a png of 30,000 by 30,000 in a few kilobytes',
    () =>
      pngChunks(['IHDR', header(30_000, 30_000)], ['IDAT', deflateSync(Buffer.alloc(50_000_000))], ['IEND']),
  ],
  [
    'a truncated png with data that unpacks to far more than its pixels',
    () =>
      pngChunks(
        ['IHDR', header(10, 10_000)],
        ['IDAT', deflateSync(Buffer.alloc(200_000_000)).subarray(0, -5000)],
      ),
  ],
  ['a jpeg cut in half', async () => (await noise(500, 500).jpeg().toBuffer()).subarray(0, 60_000)],
  ['a png cut in half', async () => (await noise(500, 500).png().toBuffer()).subarray(0, 60_000)],
  [
    'a jpeg of 65,535 by 65,535 pixels',
    async () => {
      const jpeg = await flat(16, 16).jpeg().toBuffer()
      jpeg.fill(
        0xff,
        jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 5,
        jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 9,
      )
      return jpeg
    },
  ],
]
test.each(bombs)('%s is refused and the child lives on', async (_, make) => {
  expect(await typesetter.normalise({ bytes: await make() })).toEqual({ refused: 'picture-unreadable' })
})
