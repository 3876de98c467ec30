import sharp from 'sharp'
import { letterOf, openWritePage, paste, stored } from '../write/at-the-editor.ts'
import { journalOf, statusOf, typeOn } from './drafts-kept.ts'
import { expect, test } from '../person/journey.ts'

const megabyte = 1024 * 1024

/** A photo of about four megabytes: noise, so that JPEG cannot compress it. Six of them exceed local storage. */
async function heavyPhoto(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 90 + seed * 10, sigma: 40 }
  const create = { width: 3300, height: 2480, channels: 3 as const, background: '#888', noise }
  return sharp({ create }).jpeg({ quality: 82 }).toBuffer()
}

test('six photos of four megabytes: each is stored once, and all are there after a reload (design/writing.md#pictures-kept-once)', async ({
  page,
}) => {
  await openWritePage(page)
  await typeOn(page, 'El viaje')
  for (let seed = 0; seed < 6; seed++) {
    const photo = await heavyPhoto(seed)
    expect(photo.length).toBeGreaterThan(3.5 * megabyte)
    const file = { base64: photo.toString('base64'), name: 'foto.jpg', type: 'image/jpeg' }
    await paste(page, { files: [file] })
    await expect(letterOf(page).locator('img:not(.ProseMirror-separator)')).toHaveCount(seed + 1)
  }
  await expect(statusOf(page)).toHaveText('Guardado en este equipo, las imágenes aparte')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(async () => (await journalOf(page)).pictures).toBe(6)
  const words = (await stored(page, 'letterContent')) ?? ''
  expect(words).toContain('El viaje')
  expect(words.length).toBeLessThan(5 * megabyte)

  const pictures = letterOf(page).locator('img:not(.ProseMirror-separator)')
  const drawn = () =>
    pictures.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length)
  // Twice: a restored picture can be restored again.
  for (let visit = 0; visit < 2; visit++) {
    await page.reload()
    await expect.poll(drawn, { timeout: 60_000 }).toBe(6)
    await expect(letterOf(page)).toContainText('El viaje')
  }
})
