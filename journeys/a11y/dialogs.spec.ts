import type { Locator, Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { meanSamples, signIn } from '../person/person.ts'
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

test('every dialog has its name, keeps the focus, closes on Escape and gives the focus back (APG)', async ({
  page,
  server,
}) => {
  await visit(page, '/login')
  await behaves(
    page,
    page.getByRole('button', { name: 'Continuar con Google (modo de pruebas)' }),
    'Cuenta de pruebas',
  )
  await signIn(page, server, 'dialogos@ejemplo.test')
  await visit(page, '/write')
  const send = page.getByRole('button', { name: 'Enviar', exact: true })
  await expect(send).toBeEnabled()
  const edit = (block: string) =>
    page.getByRole('region', { name: block }).getByRole('button', { name: 'Editar' })
  await behaves(page, edit('Remite'), 'Datos del remite')
  await behaves(page, edit('Destinatario'), 'Datos del destinatario')
  await behaves(page, page.getByRole('button', { name: 'Ver el detalle de costes' }), 'Detalle de costes')
  await behaves(page, page.getByRole('button', { name: 'Elegir el día' }), 'Día de envío')
  await page.getByRole('textbox', { name: 'Carta' }).fill('Querida Concepción: te escribo con calma.')
  await behaves(page, send, 'Finalizar Pago')
})

test('the question of the bank lies over the payment, holds the focus and gives it back', async ({
  page,
  server,
  complaints,
}) => {
  await signIn(page, server, 'banco@ejemplo.test')
  await visit(page, '/write')
  await page.getByRole('textbox', { name: 'Carta' }).fill('Querida Concepción: te escribo con calma.')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const payment = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await payment.getByLabel('Número de tarjeta').fill('4000 0025 0000 3155')
  await meanSamples(payment)
  await payment.getByLabel('Caducidad').fill('12 / 30')
  await payment.getByLabel('CVC').fill('123')
  await payment.getByLabel('CVC').press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Autorizar el pago' })
  await expect(question.getByRole('button', { name: 'Autorizar' })).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    const isBehind = await page.evaluate(
      () =>
        document.activeElement !== document.body && !document.activeElement?.closest('[role=alertdialog]'),
    )
    expect(isBehind).toBe(false)
  }
  await question.getByRole('button', { name: 'Rechazar' }).press('Enter')
  await expect(payment.getByRole('alert')).toBeVisible()
  await expect.poll(() => payment.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)

  // Escape refuses too, and closes the question only.
  await payment.getByRole('button', { name: 'Pagar ahora' }).press('Enter')
  await expect(question.getByRole('button', { name: 'Autorizar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(payment.getByRole('button', { name: 'Pagar ahora' })).toBeEnabled()
  allow(complaints, /Failed to load resource.*402/)
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
