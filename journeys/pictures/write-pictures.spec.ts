import { writeFileSync } from 'node:fs'
import type { Page, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import { box, letterOf, openWritePage, paste, storedLetter } from '../write/at-the-editor.ts'
import { expect, test } from '../person/journey.ts'
import { photo } from '../write/photo.ts'

const images = (page: Page) => letterOf(page).locator('img:not(.ProseMirror-separator)')
const refusal = 'Solo se pueden añadir imágenes PNG o JPEG.'

const drawing = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#8c2f2b' } })
    .png()
    .toBuffer()
const gif = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer()

/** A file dragged from outside over the letter and let go, as the browser is told by the system. */
async function drop(page: Page, file: string) {
  const session = await page.context().newCDPSession(page)
  const { x, y } = await box(letterOf(page))
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: x + 90,
      y: y + 80,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    })
  await session.detach()
}

async function fileOf(info: TestInfo, name: string, bytes: Buffer) {
  const path = info.outputPath(name)
  writeFileSync(path, bytes)
  return path
}

test('[2.36] dropped pictures of type png and jpeg are in the letter; another file is refused and the page stays', async ({
  page,
}, info) => {
  await openWritePage(page)
  await drop(page, await fileOf(info, 'dibujo.png', await drawing()))
  await expect(images(page)).toHaveCount(1)
  await expect(images(page).first()).toHaveAttribute('src', /^data:image\/png;base64,/)
  await drop(page, await fileOf(info, 'puente.jpg', await photo(2400)))
  await expect(images(page)).toHaveCount(2)
  const sources = await images(page).evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ src, naturalWidth }) => [src.slice(0, 15), naturalWidth] as const),
  )
  // Scaled to what paper can show, before it is kept.
  expect(Object.fromEntries(sources)).toEqual({ 'data:image/jpeg': 1900, 'data:image/png;': 64 })

  await drop(page, await fileOf(info, 'baile.gif', await gif()))
  await expect(page.getByRole('alert')).toContainText(refusal)
  await expect(images(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\/write$/)
  await page.reload()
  await expect(images(page)).toHaveCount(2)
})

test('a png comes through the system’s own clipboard, which takes no other picture from a page', async ({
  page,
  context,
  server,
}) => {
  await openWritePage(page)
  await letterOf(page).click()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  await page.evaluate(
    async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
      const type = 'image/png'
      await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })])
    },
    (await drawing()).toString('base64'),
  )
  await page.keyboard.press('ControlOrMeta+v')
  await expect(images(page)).toHaveCount(1)
})

test('[2.36] pasted pictures of type png and jpeg are in the letter; another type is refused @engines', async ({
  page,
}) => {
  await openWritePage(page)
  const png = (await drawing()).toString('base64')
  await paste(page, { files: [{ base64: png, name: 'dibujo.png', type: 'image/png' }] })
  await expect(images(page)).toHaveCount(1)
  const base64 = (await photo(800)).toString('base64')
  await paste(page, { files: [{ base64, name: 'puente.jpg', type: 'image/jpeg' }] })
  await expect(images(page)).toHaveCount(2)
  const moving = (await gif()).toString('base64')
  await paste(page, { files: [{ base64: moving, name: 'baile.gif', type: 'image/gif' }] })
  await expect(page.getByRole('alert')).toContainText(refusal)
  await expect(images(page)).toHaveCount(2)
})

test('pasted black is ink and no colour; a picture that the browser keeps for itself is told @engines', async ({
  page,
}) => {
  await openWritePage(page)
  const word =
    '<p style="color:windowtext"><font color="#000000">Querida <span style="color:rgb(0, 0, 0)">Ana'
  await paste(page, {
    html: `${word}</span></font> <span style="color:#8c2f2b">roja <b style="color:black">y no`,
  })
  await expect
    .poll(() => storedLetter(page))
    .toBe('<p>Querida Ana <span style="color: rgb(140, 47, 43);">roja </span><strong>y no</strong></p>')
  await expect(page.getByRole('alert')).toBeHidden()
  for (const address of ['file:///C:/puente.png', 'blob:https://a.es/1', 'webkit-fake-url://1/puente.png']) {
    await paste(page, { html: `<p>El puente: <img src="${address}"></p>` })
    await expect(page.getByRole('alert')).toContainText('De lo que ha pegado, falta alguna imagen')
    await page.getByRole('button', { name: 'Entendido' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
  }
  await expect(images(page)).toHaveCount(0)
  await expect(letterOf(page)).toContainText('El puente:')
})
