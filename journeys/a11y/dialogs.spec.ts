import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { visit } from '../person/visit.ts'

test.use({ serverName: 'a11y' })

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opened by Enter on its opener: named, holding the focus through Tab both ways, closed by Escape, focus given back. */
async function behaves(page: Page, opener: Locator, name: string) {
  const dialog = page.getByRole('dialog', { name, exact: true })
  const isOutside = () =>
    dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    )
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  const controls = await dialog.locator('button, input, a[href]').count()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < controls + 2; stop++) {
      await page.keyboard.press(key)
      expect(await isOutside(), `${name}: ${key} leaves the dialog`).toBe(false)
    }
  // Nothing behind it can have the focus in any other way either.
  await opener.evaluate((button) => button.focus())
  await expect(opener).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

test('a dialog has its name, keeps the focus, closes on Escape and gives the focus back (APG)', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'dialogos@ejemplo.test')
  await visit(page, '/write')
  const send = page.getByRole('button', { name: 'Enviar', exact: true })
  await expect(send).toBeEnabled()
  const recipient = page.getByRole('region', { name: 'Destinatario' })
  await behaves(page, recipient.getByRole('button', { name: 'Editar' }), 'Datos del destinatario')
  await behaves(page, page.getByRole('button', { name: 'Elegir el día' }), 'Día de envío')
  await page.getByRole('textbox', { name: 'Carta' }).fill('Querida Concepción: te escribo con calma.')
  await behaves(page, send, 'Finalizar Pago')
})

test('the menu opens by keyboard, Tab reaches its items, Escape gives the focus back', async ({ page }) => {
  await visit(page, '/')
  const trigger = page.getByRole('button', { name: 'Menú de la cuenta' })
  const menu = page.getByRole('group', { name: 'Menú de la cuenta' })
  for (const open of ['Enter', 'Space']) {
    await trigger.focus()
    await page.keyboard.press(open)
    await expect(menu).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(trigger).toBeFocused()
  }
})
