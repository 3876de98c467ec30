import { writeFileSync } from 'node:fs'
import { type CreateLetterBody } from '@lacre/letter/calls.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { textOf } from '../person/pdf.ts'
import { payWith, signIn } from '../person/person.ts'
import {
  box,
  keepInBrowser,
  letterOf,
  openWritePage,
  paymentOf,
  sendOf,
  stored,
} from '../write/at-the-editor.ts'
import { readyToSend } from '../write/open-payment.ts'
import { signOn, stroke } from '../write/sign.ts'
import { lettersOf } from '../person/paid-letter.ts'
import { pdfOf } from '../print-room/in-the-print-room.ts'
import { sideways } from '../person/visit.ts'

test.use({ serverName: 'ending' })

const endingOf = (page: Page) => page.getByRole('group', { name: 'Final de la carta' })
const choice = (page: Page, name: string) => endingOf(page).getByRole('button', { name, exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Su firma' })
const padOf = (page: Page) => dialogOf(page).getByRole('img')
const drawn = (page: Page) => page.getByRole('img', { name: 'Su firma', exact: true })
const keptStrokes = async (page: Page) => {
  const word = (await stored(page, 'letterStyle'))?.split(' ').find((one) => one.startsWith('{'))
  return word ? (JSON.parse(word) as { colour: string; strokes: number[][] }) : undefined
}

async function openEnding(page: Page) {
  await page.getByRole('button', { name: 'Firma, sello y código de respuesta' }).click()
}

const sign = (page: Page) => signOn(page, padOf(page))

test('a signature is drawn, mended, put under the letter, kept by a reload, and taken away (design/paper.md#signature) @engines', async ({
  page,
}) => {
  await keepInBrowser(page, { letterContent: '<p>Un abrazo,</p><p>Ana</p>' })
  await openWritePage(page)
  await openEnding(page)
  await expect(choice(page, 'Firma')).toHaveAttribute('aria-pressed', 'false')
  await choice(page, 'Firma').click()
  const use = dialogOf(page).getByRole('button', { name: 'Usar esta firma' })
  await expect(use).toBeDisabled()
  await sign(page)
  await stroke(page, padOf(page), [0.8, 0.5], [0.9, 0.5])
  await expect(padOf(page)).toHaveAccessibleName('Su firma, 3 trazos')
  await dialogOf(page).getByRole('button', { name: 'Deshacer trazo' }).click()
  await expect(padOf(page)).toHaveAccessibleName('Su firma, 2 trazos')
  await dialogOf(page).getByLabel('Azul').check()
  await use.click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(choice(page, 'Firma')).toBeFocused()
  await expect(choice(page, 'Firma')).toHaveAttribute('aria-pressed', 'true')
  const [name, picture] = [await box(letterOf(page).getByText('Ana')), await box(drawn(page))]
  expect(picture.bottom).toBeLessThan(name.y + 1)
  expect(picture.bottom).toBeGreaterThan(name.y - 60)
  const kept = await keptStrokes(page)
  expect(kept).toMatchObject({ colour: 'blue' })
  expect(kept?.strokes).toHaveLength(2)
  expect(await stored(page, 'letterContent')).toBe('<p>Un abrazo,</p><p>Ana</p>')

  await page.reload()
  await expect(drawn(page)).toBeVisible()
  await openEnding(page)
  await choice(page, 'Firma').click()
  await expect(padOf(page)).toHaveAccessibleName('Su firma, 2 trazos')
  await dialogOf(page).getByRole('button', { name: 'Quitar de la carta' }).click()
  await expect(drawn(page)).toBeHidden()
  expect(await stored(page, 'letterStyle')).toBeNull()
})

test('on a telephone one signs with the finger, and the page stays where it is', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 320, height: 568 },
    hasTouch: true,
  })
  const page = await context.newPage()
  await openWritePage(page)
  await openEnding(page)
  await choice(page, 'Firma').click()
  const { x, y, width, height } = await box(padOf(page))
  expect(width).toBeGreaterThan(220)
  const touch = await context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const placed = () => page.evaluate(() => [scrollY, document.querySelector('dialog')!.scrollTop])
  const before = await placed()
  await send('touchStart', [{ x: x + 40, y: y + 20 }])
  for (let step = 1; step < 12; step++)
    await send('touchMove', [{ x: x + 40 + step * 8, y: y + 20 + (step / 12) * (height - 25) }])
  await send('touchEnd', [])
  await expect(padOf(page)).toHaveAccessibleName('Su firma, 1 trazo')
  expect(await placed()).toEqual(before)
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await dialogOf(page).getByRole('button', { name: 'Usar esta firma' }).click()
  await expect(drawn(page)).toBeVisible()
  await context.close()
})

test('with the keyboard alone seal and code are chosen; Escape leads back to the letter', async ({
  page,
}) => {
  await keepInBrowser(page, { letterContent: '<p>Hola</p>' })
  await openWritePage(page)
  await page.getByRole('button', { name: 'Firma, sello y código de respuesta' }).focus()
  await page.keyboard.press('Enter')
  await choice(page, 'Sello').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('img', { name: 'Sello de lacre' })).toBeVisible()
  await choice(page, 'Código de respuesta').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Con un código de respuesta al pie')).toBeVisible()
  expect(await stored(page, 'letterStyle')).toBe('sello respuesta')
  await page.keyboard.press('Escape')
  await expect(letterOf(page)).toBeFocused()
})

test('in the account a signature is kept only when asked for; another browser has it, until it is taken out', async ({
  page,
  server,
  browser,
}) => {
  await signIn(page, server, 'firma@ejemplo.test')
  await openWritePage(page)
  await openEnding(page)
  await choice(page, 'Firma').click()
  const tick = (on: Page) => dialogOf(on).getByLabel(/Guardarla también en mi cuenta/)
  await expect(tick(page)).not.toBeChecked()
  await sign(page)
  await tick(page).check()
  await dialogOf(page).getByRole('button', { name: 'Usar esta firma' }).click()
  await expect(dialogOf(page)).toBeHidden()

  const context = await browser.newContext({ baseURL: server.url })
  const other = await context.newPage()
  await signIn(other, server, 'firma@ejemplo.test')
  await openWritePage(other)
  await openEnding(other)
  await choice(other, 'Firma').click()
  await expect(padOf(other)).toHaveAccessibleName('Su firma, 2 trazos')
  await expect(tick(other)).toBeChecked()
  await tick(other).uncheck()
  await dialogOf(other).getByRole('button', { name: 'Usar esta firma' }).click()
  await expect(dialogOf(other)).toBeHidden()
  await choice(other, 'Firma').click()
  await expect(tick(other)).not.toBeChecked()
  await context.close()
})

test('what the three choices do stands in one column beside them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openWritePage(page)
  await openEnding(page)
  // Each measured at one moment: a face may still come, and the dialog rises.
  const says = endingOf(page).locator('button + span')
  await expect(says).toHaveCount(3)
  const [columns, ends] = await says.evaluateAll((all) => [
    all.map((one) => Math.round(one.getBoundingClientRect().left)),
    all.map((one) => one.previousElementSibling!.getBoundingClientRect().right),
  ])
  expect(new Set(columns).size).toBe(1)
  expect(columns![0]).toBeGreaterThan(Math.max(...ends!))
  await choice(page, 'Firma').click()
  const tools = dialogOf(page).getByRole('button', { name: /^(Deshacer trazo|Empezar de nuevo)$/ })
  await expect(tools).toHaveCount(2)
  const tops = await tools.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
})

test('signed, sealed and with its code a letter is seen, paid and printed', async ({
  page,
  server,
}, testInfo) => {
  await readyToSend(page, server, 'final', '<p>Querida Concepción:</p><p>Un abrazo,</p><p>Begoña</p>')
  await openEnding(page)
  await choice(page, 'Firma').click()
  await sign(page)
  await dialogOf(page).getByRole('button', { name: 'Usar esta firma' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await choice(page, 'Sello').click()
  await choice(page, 'Código de respuesta').click()
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await page.getByRole('region', { name: /^Página 1 de/ }).waitFor()

  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/letters/')
  await sendOf(page).click()
  const body = (await sent).postDataJSON() as CreateLetterBody
  expect(body).toMatchObject({ seal: true, replyCode: true })
  expect(body.signature?.strokes).toHaveLength(2)
  await expect(paymentOf(page).getByLabel('Número de tarjeta')).toBeVisible()
  await payWith(page, '4242424242424242')
  await page.waitForURL('**/success*')

  const token = (await stored(page, 'token')) ?? ''
  const [paid] = await lettersOf(server, token)
  const pdf = Buffer.from(await pdfOf(server, { ...paid!, token }))
  expect(pdf.toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/)
  const file = testInfo.outputPath('carta.pdf')
  writeFileSync(file, pdf)
  expect(await textOf(file)).toContain('Para contestar a esta carta')
})
