import type { Locator, Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { freezeLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'

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

test.beforeEach(({ consoleErrors }) => void allow(consoleErrors, /Failed to load resource.*409/))

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

test('cancelling a letter keeps the focus, and its refusal takes it (WCAG 2.4.3)', async ({
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
