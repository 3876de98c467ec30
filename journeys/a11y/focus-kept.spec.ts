import type { Locator, Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { freezeLetter, payLetter, tokenOf } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { enterPrintRoom } from '../print-room/in-the-print-room.ts'

test.use({ serverName: 'focus-kept' })

const detail = 'Ahora no se puede hacer.'

/** Presses Enter on what asks; the focus is still there while the call is out, and then the call is refused. */
async function enterRefused(page: Page, on: Locator, method: string, call: RegExp) {
  const asked = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    if (route.request().method() !== method) return route.continue()
    asked.resolve()
    await looked.promise
    return route.fulfill({ status: 409, json: { detail } })
  })
  await on.focus()
  await page.keyboard.press('Enter')
  await asked.promise
  await expect(page.getByRole('dialog').locator('[aria-busy=true]')).toBeVisible()
  await expect(on).toBeFocused()
  looked.resolve()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(detail)
  await page.unroute(call)
}

test.beforeEach(({ complaints }) => void allow(complaints, /Failed to load resource.*409/))

test('erasing the account keeps the focus in the field, busy and refused (WCAG 2.4.3) @engines', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'foco-borra@ejemplo.test')
  await page.goto('/profile')
  const opener = page.getByRole('button', { name: 'Borrar mi cuenta' })
  await opener.click()
  const field = page.getByLabel('Escriba BORRAR para confirmarlo')
  await field.fill('BORRAR')
  await enterRefused(page, field, 'DELETE', /\/account$/)
  await expect(field).toBeFocused()
  const erase = page.getByRole('button', { name: /^(Borrar para siempre|Borrando\.\.\.)$/ })
  await enterRefused(page, erase, 'DELETE', /\/account$/)
  await expect(erase).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('cancelling a letter keeps the focus, and its refusal takes it (WCAG 2.4.3) @engines', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'foco-cancela@ejemplo.test')
  const { id } = await freezeLetter(server, token)
  await page.goto(`/my-letters?carta=${id}`)
  const opener = page.getByRole('button', { name: 'Descartar la carta' })
  await opener.click()
  const cancel = page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Descartar la carta|Cancelando\.\.\.)$/ })
  await enterRefused(page, cancel, 'POST', /\/cancel$/)
  await expect(page.getByRole('dialog').getByRole('alert')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cerrar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(opener).toBeFocused()
})

test('the dialogs of the print room keep the focus, busy and refused (WCAG 2.4.3)', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server, 'foco-disputa@ejemplo.test')
  const disputed = await payLetter(server, token, { card: '4000000000000259', reaches: 'needs-person' })
  await payLetter(server, token)
  await server.lacre('batch', '--folder', server.dataDir)
  await enterPrintRoom(page, server, 'foco-imprenta@ejemplo.test', 'Eva Sol')
  const dialog = page.getByRole('dialog')

  /** Opened by Enter; refused in its field and on its button; Escape gives the focus back to what opened it. */
  async function keeps(opener: Locator, label: string, words: RegExp) {
    await opener.press('Enter')
    const field = dialog.getByLabel(label)
    await field.fill('Escrito con calma')
    for (const on of [field, dialog.getByRole('button', { name: words })]) {
      await enterRefused(page, on, 'POST', /\/print-room\/(batches|letters)\/[^/]+\/\w+$/)
      await expect(on).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await keeps(button('Descargar el PDF de B0001'), 'Nota', /^Descarga(r|ndo\.\.\.)$/)
  await page.getByRole('link', { name: 'B0001' }).first().click()
  await keeps(
    button('Entregada a Correos (B0001)'),
    'Número de resguardo',
    /^(Entregada a Correos|Marcando\.\.\.)$/,
  )
  await page.goto(`/print-room?carta=${disputed.id}`)
  await keeps(button('Cancelar'), 'Nota', /^(Cancelar|Anotando\.\.\.)$/)
})
