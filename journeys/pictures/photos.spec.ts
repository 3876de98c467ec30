import { minutes } from '@lacre/letter/days.ts'
import type { Page } from '@playwright/test'
import { dialogOf, untilKept } from '../drafts/drafts-kept.ts'
import { expect, test } from '../person/journey.ts'
import { textOf } from '../person/pdf.ts'
import { payWith, signIn } from '../person/person.ts'
import { callerOf, openServer } from '../server/server.ts'
import { box, letterOf, openWritePage, sendOf, pressRare } from '../write/at-the-editor.ts'
import { editAddress, pastePhoto, recipient, sender } from '../write/write-a-letter.ts'
import { closeBatch } from '../print-room/in-the-print-room.ts'

test.use({ serverName: 'photos' })
test.beforeEach(async ({ page }, { testId, repeatEachIndex }) => {
  // A preview with a photo is work, and one caller has only so much of it a minute.
  await page.setExtraHTTPHeaders(callerOf(`${testId} ${repeatEachIndex}`))
})
// Refused on a busy machine it comes by itself, at the latest when the next minute has begun.
const untilPreviewed = { timeout: minutes(1.5) }

const caption = 'La abuela en Ronda, 1974'
const named = (page: Page) => letterOf(page).getByRole('img', { name: caption })
const barOf = (page: Page) => page.getByRole('group', { name: 'Foto elegida' })
const previewOf = (page: Page) => page.getByRole('region', { name: 'Vista previa' })

async function putPhoto(page: Page) {
  await letterOf(page).focus() // a press here, and soon one on the photo in the same place, would be a double one
  await page.keyboard.insertText(
    'Querida Concepción: esta carta es bastante larga, y le mando con ella una foto de Ronda.',
  )
  await page.keyboard.press('Enter')
  await pastePhoto(page)
  await letterOf(page).getByRole('img').click()
  await expect(barOf(page)).toBeVisible()
}

test('on the smallest telephone the picked photo stands above its bar, and so it does larger', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openWritePage(page)
  await page.getByRole('button', { name: 'Formato' }).click()
  await putPhoto(page)
  const above = async () => {
    const [photo, bar] = [await box(letterOf(page).getByRole('img')), await box(barOf(page))]
    // The tools stand over the bar.
    return photo.y >= 0 && photo.bottom < bar.y - 40
  }
  await expect.poll(above).toBe(true)
  await barOf(page).getByRole('button', { name: 'Todo el ancho' }).click()
  await expect.poll(above).toBe(true)
})

test('a photo put, its size and caption chosen: seen in the preview, kept over a reload and by Recuperar, and on the paper that is paid (design/paper.md#photos)', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1300, height: 900 })
  await signIn(page, server, 'foto@ejemplo.test')
  await openWritePage(page)
  await editAddress(page, 'Remite', sender)
  await editAddress(page, 'Destinatario', recipient)
  await putPhoto(page)
  await expect(barOf(page).getByRole('button', { name: 'Mediana' })).toHaveAttribute('aria-pressed', 'true')
  await barOf(page).getByLabel('Pie de foto').fill(caption)
  await page.keyboard.press('Enter')
  await expect(letterOf(page)).toBeFocused()
  await expect(named(page)).toBeVisible()
  await untilKept(page, `data-size="mediana" data-caption="${caption}"`)

  await page.reload()
  await expect(sendOf(page)).toBeEnabled()
  await expect(named(page)).toBeVisible()
  const share = async () => {
    const [photo, text] = [await named(page).boundingBox(), await letterOf(page).boundingBox()]
    return photo && text && photo.width / text.width
  }
  await expect.poll(share).toBeCloseTo(0.7, 2)

  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Nada')
  await untilKept(page, '<p>Nada</p>')
  await pressRare(page, 'Recuperar')
  await dialogOf(page)
    .getByRole('button', { name: /^Recuperar la versión del/ })
    .first()
    .click()
  await expect(named(page)).toBeVisible()
  await expect.poll(share).toBeCloseTo(0.7, 2)

  await page.getByRole('button', { name: 'Vista previa' }).click()
  const first = previewOf(page).getByRole('region', { name: /^Página 1 de/ })
  await expect(first.getByRole('img', { name: caption })).toHaveCount(1, untilPreviewed)
  await sendOf(page).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  await expect(async () => {
    expect((await server.mailbox()).some(({ to }) => to === 'foto@ejemplo.test')).toBe(true)
  }).toPass()
  expect(await textOf((await closeBatch(server)).pdf)).toContain(caption)
})

test('where the printer has no colours, the preview is grey and says so, and so do colours and photos (PRINT_COLOUR)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1300, height: 900 })
  const server = await openServer({ PRINT_COLOUR: 'grey' })
  await page.goto(`${server.url}/write`)
  await expect(sendOf(page)).toBeEnabled()
  await putPhoto(page)
  const said = 'Se imprime en blanco y negro'
  await expect(barOf(page)).toContainText(said)
  await page.getByRole('button', { name: 'Formato', exact: true }).click()
  await page.getByRole('button', { name: 'Color del texto' }).click()
  await expect(page.getByRole('toolbar', { name: 'Color del texto' })).toContainText(said)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(previewOf(page)).toContainText(said)
  await expect(previewOf(page).locator('canvas').first()).toHaveCSS('filter', 'grayscale(1)', untilPreviewed)
  await server.close()
})

test('where it has them, nothing is grey', async ({ page }) => {
  await page.setViewportSize({ width: 1300, height: 900 })
  await openWritePage(page)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(previewOf(page).locator('canvas').first()).toHaveCSS('filter', 'none', untilPreviewed)
  await expect(previewOf(page)).not.toContainText('blanco y negro')
})
