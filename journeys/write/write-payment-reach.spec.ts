import type { Page } from '@playwright/test'
import { box, paymentOf, sendOf } from './at-the-editor.ts'
import { openPayment, readyToSend } from './open-payment.ts'
import { expect, test } from '../person/journey.ts'
import { payWith } from '../person/person.ts'
import { lettersCame, hold } from '../person/visit.ts'
import { recipient } from './write-a-letter.ts'

test.use({ serverName: 'payment-reach' })

const sizes = [
  [1366, 768],
  [1366, 650],
  [1280, 600],
  [390, 664],
  [320, 568],
] as const
/** Two to four pages. */
const manyPages = '<p>Querida Concepción: te escribo con calma.</p>'.repeat(60)
const pictures = (page: Page) => paymentOf(page).getByRole('button', { name: /^Ver página \d de [2-4]$/ })

/** What one agrees to by paying. */
const termsOf = (page: Page) => paymentOf(page).getByText('Al pagar acepta las condiciones')

/** What one pays with; the row of the sum is the one that stands by the buttons. */
const whatOnePaysWith = (page: Page) => {
  const dialog = paymentOf(page)
  return [
    ...['Número de tarjeta', 'Caducidad', 'CVC'].map((label) => dialog.getByLabel(label)),
    dialog.getByText('3,29 €', { exact: true }),
    termsOf(page),
    dialog.getByRole('button', { name: 'Pagar ahora' }),
  ]
}

test('card, total and Pagar ahora are there without scrolling, on every screen (design/money.md#payment-at-once)', async ({
  page,
  server,
}) => {
  await readyToSend(page, server, 'a-la-vista', manyPages)
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await sendOf(page).click()
    for (const one of whatOnePaysWith(page)) await expect(one).toBeInViewport({ ratio: 0.99 })
    await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()
    await expect(paymentOf(page)).toBeHidden()
  }
})

test('nothing that can be pressed moves when the card form and the pages come', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  const release = await hold(page, /\/config$|\/letters\/[^/]+\/pdf$/)
  await readyToSend(page, server, 'quieto', manyPages)
  await lettersCame(page)
  await sendOf(page).click()
  await expect(paymentOf(page).getByText('Cargando el formulario de pago…')).toBeVisible()
  await expect(pictures(page).first()).toBeVisible()
  const controls = [
    paymentOf(page).getByRole('button', { name: 'Cancelar' }),
    paymentOf(page).getByRole('button', { name: 'Pagar ahora' }),
    paymentOf(page).getByText('Detalle de costes'),
    ...(await pictures(page).all()),
  ]
  const before = await Promise.all(controls.map(box))
  release()
  await expect(paymentOf(page).getByLabel('CVC')).toBeVisible()
  for (const picture of await pictures(page).all()) await expect(picture.locator('canvas')).toBeVisible()
  expect(await Promise.all(controls.map(box))).toEqual(before)
})

test('whom the letter goes to, each page whole and small, enlarged as on paper; Escape closes that only', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openPayment(page, server, 'paginas', manyPages)
  const dialog = paymentOf(page)
  await expect(dialog).toContainText(`Carta para ${recipient.name}`)
  await expect(dialog).toContainText(/[2-4] páginas en [12] hojas?/)
  await expect(pictures(page).nth(1)).toBeVisible()
  for (const picture of await pictures(page).all()) {
    const canvas = picture.locator('canvas')
    const seen = await box(canvas)
    expect(seen.width / seen.height).toBeCloseTo(210 / 297, 1)
    await canvas.scrollIntoViewIfNeeded()
    await expect(canvas).toBeInViewport({ ratio: 0.99 })
  }

  await pictures(page).nth(1).click()
  const large = page.getByRole('dialog', { name: 'Esto es lo que se imprimirá' })
  const second = large.getByRole('region', { name: /^Página 2 de/ })
  await expect(second).toBeInViewport()
  await expect(second.locator('canvas')).toBeVisible()
  await expect(second).toContainText('te escribo con calma')
  await expect(large.getByRole('button', { name: 'Cerrar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(pictures(page).nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the price lines are folded under the total, by keyboard too', async ({ page, server }) => {
  await openPayment(page, server, 'detalle')
  const dialog = paymentOf(page)
  const [first, last] = ['Franqueo nacional ordinario', 'Descuento de lanzamiento']
  await expect(dialog.getByText(first)).toBeHidden()
  await dialog.getByText('Detalle de costes').focus()
  await page.keyboard.press('Enter')
  const rows = dialog.getByRole('group').getByRole('definition')
  await expect(rows).toHaveText(['0,89 €', '3,50 €', '−1,10 €'])
  await expect(dialog.getByText(last)).toBeInViewport({ ratio: 0.99 })
  await expect(dialog.getByRole('button', { name: 'Pagar ahora' })).toBeInViewport({ ratio: 0.99 })
})

test('until when a letter can be cancelled is said before it is paid as after', async ({ page, server }) => {
  await openPayment(page, server, 'hasta-cuando')
  const until = /desistimiento, pero puede cancelarla gratis (hasta .+ a las? \d+:\d\d.*)\.$/
  await expect(termsOf(page)).toHaveText(until)
  const [, said = ''] = until.exec((await termsOf(page).textContent()) ?? '') ?? []
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByText(new RegExp(`^${said}$`, 'i'))).toBeVisible()
})
