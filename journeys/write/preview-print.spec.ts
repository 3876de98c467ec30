import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type * as Pdfjs from 'pdfjs-dist'
import { expect, test } from '../person/journey.ts'
import { payWith, signIn } from '../person/person.ts'
import { editAddress, recipient, sender, words, writeLetter } from './write-a-letter.ts'
import { closeBatch } from '../print-room/in-the-print-room.ts'

const build = join(import.meta.dirname, '..', '..', 'node_modules', 'pdfjs-dist', 'build')
/** Secure, or the browser would not lend pdf.js its own decoder of photographs. */
const elsewhere = 'https://imprenta.test'

/** In millimetres: the sheet code, where a preview has a sample, and the order's number, which it does not have yet. */
const marks = [
  { x: 7, y: 281.5, w: 7.5, h: 7.5 },
  { x: 24.5, y: 55, w: 30, h: 3.8 },
]

/** Each canvas of the preview as a picture, in page order. */
async function seenPages(page: Page): Promise<string[]> {
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await preview.getByLabel('Ver a tamaño real').check()
  const sheets = preview.getByRole('region', { name: /^Página/ })
  const pictures: string[] = []
  for (const sheet of await sheets.all()) {
    await sheet.scrollIntoViewIfNeeded()
    const canvas = sheet.locator('canvas')
    await expect(canvas).toHaveJSProperty('width', 800)
    pictures.push(await canvas.evaluate((drawn) => (drawn as HTMLCanvasElement).toDataURL('image/png')))
  }
  return pictures
}

/** How many pixels differ between what was seen and the file, page by page, the marks left out. */
async function differences(page: Page, seen: string[], pdf: Buffer): Promise<number[]> {
  const files: Record<string, { contentType: string; body: string | Buffer }> = {
    '/': { contentType: 'text/html', body: '<!doctype html><title>Comparación</title>' },
    '/pdf.mjs': { contentType: 'text/javascript', body: readFileSync(join(build, 'pdf.min.mjs')) },
    '/pdf.worker.mjs': {
      contentType: 'text/javascript',
      body: readFileSync(join(build, 'pdf.worker.min.mjs')),
    },
    '/print.pdf': { contentType: 'application/pdf', body: pdf },
  }
  await page.route(`${elsewhere}/**`, (route) => {
    const file = files[new URL(route.request().url()).pathname]
    return file ? route.fulfill(file) : route.fulfill({ status: 404 })
  })
  await page.goto(elsewhere)
  return page.evaluate(
    async ({ seen, marks }) => {
      const load = (path: string) => import(path) as Promise<typeof Pdfjs>
      const { getDocument, GlobalWorkerOptions } = await load('/pdf.mjs')
      GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs'
      const data = new Uint8Array(await (await fetch('/print.pdf')).arrayBuffer())
      const pdf = await getDocument({ data, useWasm: false }).promise
      const pixelsOf = (canvas: HTMLCanvasElement) =>
        canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data

      const counts: number[] = []
      for (const [at, picture] of seen.entries()) {
        const image = new Image()
        image.src = picture
        await image.decode()
        const { width, height } = image
        const shown = Object.assign(document.createElement('canvas'), { width, height })
        shown.getContext('2d')!.drawImage(image, 0, 0)
        const printed = Object.assign(document.createElement('canvas'), { width, height })
        const page = await pdf.getPage(at + 1)
        const scale = width / page.getViewport({ scale: 1 }).width
        await page.render({ canvas: printed, viewport: page.getViewport({ scale }) }).promise

        const [one, other] = [pixelsOf(shown), pixelsOf(printed)]
        const mm = width / 210
        let count = 0
        for (let pixel = 0; pixel < width * height; pixel++) {
          const [x, y] = [(pixel % width) / mm, Math.floor(pixel / width) / mm]
          if (marks.some((mark) => x > mark.x && x < mark.x + mark.w && y > mark.y && y < mark.y + mark.h))
            continue
          if ([0, 1, 2].some((part) => one[4 * pixel + part] !== other[4 * pixel + part])) count++
        }
        counts.push(count)
      }
      return counts
    },
    { seen, marks },
  )
}

test.use({ serverName: 'preview-print' })

test('what is seen is what is paid is what is printed: the same pixels, but for the sheet code and the order’s number (design/trust.md#freeze-before-pay) @core', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1300, height: 900 })
  await signIn(page, server, 'vista@ejemplo.test')
  await page.goto('/write')
  await writeLetter(page)
  await editAddress(page, 'Remite', sender)
  await editAddress(page, 'Destinatario', recipient)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await expect(preview).toContainText(words.last)
  await expect(preview).toContainText('CONCEPCIÓN MUÑOZ PEÑALVER')
  const seen = await seenPages(page)
  expect(seen.length).toBeGreaterThan(1)

  // Before `Pagar ahora`: the frozen pages, whom they go to and what they cost.
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const payment = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect(payment).toContainText(`Carta para ${recipient.name}`)
  await expect(payment).toContainText('3,29 €')
  await payment.getByRole('button', { name: `Ver página ${seen.length} de ${seen.length}` }).click()
  const frozen = page.getByRole('dialog', { name: 'Esto es lo que se imprimirá' })
  const last = frozen.getByRole('region', { name: `Página ${seen.length} de ${seen.length}` })
  await expect(last).toContainText(words.last)
  await expect(last.locator('canvas')).toBeVisible()
  await page.keyboard.press('Escape')
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)

  await expect(async () => {
    const mails = await server.mailbox()
    expect(mails.some(({ to }) => to === 'vista@ejemplo.test')).toBe(true)
  }).toPass()
  const counts = await differences(page, seen, readFileSync((await closeBatch(server)).pdf))
  expect(counts).toEqual(seen.map(() => 0))
})

test('pages that are not those of the hash are not shown, and one may try again', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server, 'otra@ejemplo.test')
  await page.goto('/write')
  await page.getByRole('textbox', { name: 'Carta' }).click()
  await page.keyboard.insertText('Querida prima: te escribo desde Soria.')
  await page.route('**/letters/*/pdf', (route) => route.fulfill({ body: '%PDF-1.7 otra cosa' }), { times: 1 })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const payment = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect(payment).toContainText('No se han podido mostrar aquí las páginas de su carta.')
  await payment.getByRole('button', { name: 'Reintentar' }).click()
  await payment.getByRole('button', { name: 'Ver página 1 de 1' }).click()
  await expect(page.getByRole('region', { name: 'Página 1 de 1' })).toContainText('te escribo desde Soria')
  expect(consoleErrors).toEqual([])
})
