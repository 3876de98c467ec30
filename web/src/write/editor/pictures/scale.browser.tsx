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

/** The same JPEG with an EXIF block that says: turn me a quarter (orientation 6). */
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

test('a photograph is scaled to 1900 px, turned the right way up and says no more where it was taken', async () => {
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
  expect(await pictureSource(await picture('image/png', edge, edge, hasNoise))).toMatch(address)
})

test('what is no picture has no address', async () => {
  expect(await pictureSource(new File(['hola'], 'x.png', { type: 'image/png' }))).toBeUndefined()
})
