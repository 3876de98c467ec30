import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { statesOf } from '../person/paid-letter.ts'
import { payWith, signIn } from '../person/person.ts'
import { fillRegistration } from '../person/sign-in.ts'
import { heading, openMenu, visit } from '../person/visit.ts'
import { letterOf, openWritePage, paymentOf, sendOf } from '../write/at-the-editor.ts'
import { editAddress, pastePhoto, recipient } from '../write/write-a-letter.ts'
import { makeOldest } from './newer-than-supported.ts'

const tooOld = /Su navegador es demasiado antiguo/

/** Letters are seen on it: paper alone has no dark point. */
const isWrittenOn = (page: Page) =>
  page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const points = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      let dark = 0
      for (let at = 0; at < points.length; at += 4) if (points[at]! < 100 && points[at + 3]! > 200) dark++
      return dark > 250 // a page without its letters has its fold marks and no more
    })

test.describe('in the oldest browsers that are supported', () => {
  // What a service worker hands over cannot be changed on its way.
  test.use({ serviceWorkers: 'block' })

  test('a letter is written, seen, paid and cancelled (docs/browsers.md)', async ({
    page,
    server,
    consoleErrors,
  }) => {
    allow(consoleErrors, /Service Worker registration blocked/)
    await makeOldest(page.context())
    await visit(page, '/')
    await expect(page.getByText(tooOld)).toBeHidden()

    const menu = await openMenu(page)
    await expect(menu).toBeVisible()
    await heading(page, /./).click()
    await expect(menu).toBeHidden()
    await (await openMenu(page)).getByRole('link', { name: 'Registrarse' }).click()
    await fillRegistration(page, { email: 'antigua@ejemplo.test', password: 'una frase bastante larga' })

    const token = await signIn(page, server, 'antigua@ejemplo.test')
    await page.setViewportSize({ width: 1300, height: 900 })
    await openWritePage(page)
    await letterOf(page).click()
    await page.keyboard.insertText('Querida Concepción: te escribo ก desde Soria.')
    await page.getByRole('button', { name: 'Vista previa' }).click()
    await expect(page.locator('.ProseMirror .has-problem')).toHaveText('ก')
    await expect.poll(() => isWrittenOn(page)).toBe(true)
    await page.getByRole('button', { name: /No podemos imprimir «/ }).click()
    await page.keyboard.press('Delete')
    await page.keyboard.press('End')
    await expect(page.locator('.ProseMirror .has-problem')).toHaveCount(0)
    await pastePhoto(page)
    await editAddress(page, 'Destinatario', recipient)

    await sendOf(page).click()
    await paymentOf(page).getByRole('button', { name: 'Ver página 1' }).click()
    const enlarged = page.getByRole('dialog', { name: 'Esto es lo que se imprimirá' })
    await expect(enlarged.getByRole('region', { name: /^Página 1 de/ })).toContainText('Querida Concepción')
    await page.keyboard.press('Escape')
    await expect(enlarged).toBeHidden()
    await payWith(page, '4242 4242 4242 4242')
    await expect(heading(page, '¡Pedido realizado con éxito!')).toBeVisible()
    // Paid is what the card provider's own record says, a moment later.
    await expect.poll(() => statesOf(server, token)).toContain('paid')
    await (await openMenu(page)).getByRole('link', { name: 'Mis cartas' }).click()
    await page.getByRole('link', { name: recipient.name }).click()
    await page.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
    const question = page.getByRole('dialog', { name: '¿Cancelar esta carta?' })
    await question.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
    await expect(page.getByText('La carta se ha cancelado.')).toBeVisible()
    await (await openMenu(page)).getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('an older browser says so on every page; a newer one does not (docs/browsers.md)', async ({
  page,
  consoleErrors,
}) => {
  await openWritePage(page)
  await expect(page.getByText(tooOld)).toBeHidden()
  allow(consoleErrors, /./)
  await page.addInitScript('delete Promise.withResolvers')
  for (const path of ['/write', '/', '/login']) {
    await page.goto(path)
    await expect(page.getByText(tooOld)).toBeVisible()
  }
})

test('without script a page says what is missing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/write`)
  await expect(page.getByText('Para escribir y enviar cartas hace falta JavaScript.')).toBeVisible()
  await context.close()
})
