import { expect, test } from 'vitest'
import { pictureSource, scalePicture } from './scale.ts'

async function picture(type: string, width: number, height: number, hasNoise: boolean) {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const pixels = pen.createImageData(width, height)
  let noise = 1
  if (hasNoise)
    for (let at = 0; at < pixels.data.length; at++) {
      if (at % 4 < 3) noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0
      pixels.data[at] = at % 4 === 3 ? 255 : noise >>> 24
    }
  pen.putImageData(pixels, 0, 0)
  return new File([await canvas.convertToBlob({ type, quality: 0.9 })], 'x', { type })
}

/** The same JPEG with EXIF orientation 6 (a quarter turn). */
async function turned(jpeg: File) {
  const exif = [
    0xff, 0xe1, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0,
  ]
  const orientation = [0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  return new File([bytes.slice(0, 2), new Uint8Array([...exif, ...orientation]), bytes.slice(2)], 'x.jpg', {
    type: 'image/jpeg',
  })
}
const has = async (blob: Blob, text: string) => (await blob.text()).includes(text)

test('a photo is scaled to 1900 px, upright and without its location', async () => {
  const photo = await turned(await picture('image/jpeg', 2400, 1200, true))
  expect(await has(photo, 'Exif')).toBe(true)
  const scaled = await scalePicture(photo)
  if ('refused' in scaled) throw new Error(scaled.refused)
  expect([scaled.width, scaled.height, scaled.picture.type]).toEqual([950, 1900, 'image/jpeg'])
  expect(await has(scaled.picture, 'Exif')).toBe(false)
})

test.each([
  ['a small drawing stays a PNG', 300, false, /^data:image\/png;base64,/],
  ['a heavy one becomes a JPEG', 900, true, /^data:image\/jpeg;base64,/],
])('%s', async (_, edge, hasNoise, address) => {
  const read = await pictureSource(await picture('image/png', edge, edge, hasNoise))
  expect('src' in read && read.src).toMatch(address)
})

const field = import.meta.glob<string>('./testing/field/*', { query: '?url', import: 'default', eager: true })
const fieldFile = async (name: string, called = name) =>
  new File([await (await fetch(field[`./testing/field/${name}`] ?? '')).blob()], called, { type: '' })
const verdict = async (file: File) => {
  const read = await scalePicture(file)
  return 'refused' in read ? read.refused : [read.width, read.height]
}

test.each(['photo.jfif', 'webp-called.jpg', 'picture.avif'])(
  'the bytes decide, not the type: %s goes in',
  async (name) => expect(await verdict(await fieldFile(name))).toEqual(expect.any(Array)),
)
test.each(['photo.heic', 'heic-called.jpg'])(
  '%s is refused as HEIC where the browser cannot read it',
  async (name) => {
    expect(await verdict(await fieldFile(name))).toBe('heic')
  },
)
test('a truncated file of any format is refused', async () => {
  for (const name of ['photo.jfif', 'upright-truth.png', 'picture.webp', 'picture.avif', 'photo.heic']) {
    const whole = await fieldFile(name)
    const cut = new File([whole.slice(0, whole.size * 0.8)], name, { type: 'image/jpeg' })
    expect([name, await verdict(cut)]).toEqual([name, 'broken'])
  }
})
test('a truncated JPEG with a whole thumbnail is refused', async () => {
  const [thumb, photo] = await Promise.all([fieldFile('photo.jfif'), picture('image/jpeg', 600, 400, true)])
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const exif = new Uint8Array([0xff, 0xe1, (thumb.size + 2) >> 8, (thumb.size + 2) & 0xff])
  const cut = new File([bytes.slice(0, 2), exif, thumb, bytes.slice(2, bytes.length * 0.7)], 'x.jpg')
  expect(await verdict(cut)).toBe('broken')
})
test.each(['hola', 'GIF89a', '%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg"/>'])(
  '%s is no picture',
  async (bytes) => {
    expect(await pictureSource(new File([bytes], 'x.png', { type: 'image/png' }))).toEqual({
      refused: 'not-a-picture',
    })
  },
)
test('pictures are decoded one after the other', async () => {
  // Side by side the small ones would be the first.
  const photos = await Promise.all([2000, 200, 20].map((edge) => picture('image/jpeg', edge, edge, true)))
  const done: number[] = []
  await Promise.all(photos.map((photo, at) => scalePicture(photo).then(() => done.push(at))))
  expect(done).toEqual([0, 1, 2])
})
