import type { Page } from '@playwright/test'
import { openWritePage, paymentOf, sendOf, stored } from './at-the-editor.ts'
import { content, openPayment } from './open-payment.ts'
import { expectConsoleError } from '../person/sign-in.ts'
import { allow, expect, test } from '../person/journey.ts'
import { statesOf } from '../person/paid-letter.ts'
import { payWith } from '../person/person.ts'

const confirmPath = '**/sandbox/cards/confirm'
const [accepted, declined, asking] = ['4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0025 0000 3155']
const button = (page: Page, name: string) => paymentOf(page).getByRole('button', { name })

/** Red enough to be called red: the first of the three numbers well above the others, or well below in its ground. */
const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red - Math.max(green, blue)
const rgb = (colour: string) => colour.match(/[\d.]+/g)?.map(Number) ?? []

test('[2.52, 4.5, 8.11] a provider error: its message in a red box inside the modal, in every theme, and the form pays again @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  await openPayment(page, server, 'rechazo')
  await payWith(page, declined)
  const alert = paymentOf(page).getByRole('alert')
  await expect(alert).toHaveText(/^Su tarjeta ha sido rechazada/)
  await expectConsoleError(consoleErrors, /status of 402/)
  for (const theme of ['theme-classic', 'theme-light', 'theme-dark']) {
    await page.evaluate((name) => (document.body.className = name), theme)
    const colours = await alert.evaluate((element) => {
      const { color, borderTopColor, backgroundColor } = getComputedStyle(element)
      return [color, borderTopColor, backgroundColor]
    })
    const [ink = [], border = [], ground = []] = colours.map(rgb)
    expect(
      [isRed(ink) > 60, isRed(border) > 60, isRed(ground) > 5],
      `${theme}: ${colours.join(' ')}`,
    ).toEqual([true, true, true])
  }
  await expect(button(page, 'Pagar ahora')).toBeEnabled()
  await expect(button(page, 'Pagar ahora')).toBeFocused()
  await expect(button(page, 'Cancelar')).toBeEnabled()
  await expect(paymentOf(page).getByLabel('Número de tarjeta')).toBeEditable()
  expect(await stored(page, 'letterContent')).toBe(content)

  await payWith(page, accepted)
  await expect(page).toHaveURL(/\/success$/)
})

test('[4.5] no answer from the provider is not called a refusal, and paying again charges once (design/trust.md#unknown-is-a-state) @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  await openPayment(page, server, 'corte')
  // The server hears it and the browser never learns: the answer is lost on the way back.
  await page.route(
    confirmPath,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await payWith(page, accepted)
  await expect(paymentOf(page).getByRole('alert')).toContainText('la carta no se cobrará dos veces')
  await expectConsoleError(consoleErrors, /ERR_FAILED/)
  await button(page, 'Pagar ahora').click()
  await expect(page).toHaveURL(/\/success$/)
  await expectConsoleError(consoleErrors, /status of 400/)
  const token = await stored(page, 'token')
  await expect.poll(() => statesOf(server, token)).toEqual(['paid'])
})

test('[4.5, 4.6] a card that asks for authentication: the dialog of the bank lies over the modal, holds the focus and can be answered @engines @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /status of 402/)
  await openPayment(page, server, 'pregunta')
  await payWith(page, asking)
  const question = page.getByRole('alertdialog', { name: 'Autorizar el pago' })
  const authorize = question.getByRole('button', { name: 'Autorizar' })
  await expect(authorize).toBeFocused()
  await question.getByRole('button', { name: 'Rechazar' }).press('Enter')
  await expect(paymentOf(page).getByRole('alert')).toContainText(/autenticar/)
  await expect
    .poll(() => paymentOf(page).evaluate((dialog) => dialog.contains(document.activeElement)))
    .toBe(true)

  // Escape refuses, too, and closes only the dialog of the bank.
  await button(page, 'Pagar ahora').press('Enter')
  await expect(authorize).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  // The focus stays inside. Last, since in Firefox Tab may lead on to the bar of the browser, which then gets the keys.
  await button(page, 'Pagar ahora').click()
  await expect(authorize).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    const isBehind = await page.evaluate(
      () =>
        document.activeElement !== document.body && !document.activeElement?.closest('[role=alertdialog]'),
    )
    expect(isBehind).toBe(false)
  }
  await authorize.click()
  await expect(page).toHaveURL(/\/success$/)
})

test('a letter paid in another browser, still open in this one, is not paid again unawares @core', async ({
  page,
  server,
  browser,
}) => {
  await openPayment(page, server, 'repetida')
  await button(page, 'Cancelar').click()

  const context = await browser.newContext({ baseURL: server.url, locale: 'es-ES' })
  const away = await context.newPage()
  await openPayment(away, server, 'repetida')
  await payWith(away, accepted)
  await expect(away).toHaveURL(/\/success$/)
  await context.close()
  const token = await stored(page, 'token')
  await expect.poll(() => statesOf(server, token)).toEqual(['paid'])

  await openWritePage(page)
  await sendOf(page).click()
  await expect(paymentOf(page)).toContainText(/Ya ha pagado esta misma carta el .+ a las? \d+:\d\d\./)
  await expect(paymentOf(page).getByLabel('Número de tarjeta')).toBeVisible()
  await expect(button(page, 'Pagar ahora')).toBeDisabled()
  await paymentOf(page).getByRole('checkbox', { name: 'Quiero enviarla otra vez.' }).check()
  await payWith(page, accepted)
  await expect(page).toHaveURL(/\/success$/)
  await expect.poll(() => statesOf(server, token)).toEqual(['paid', 'paid'])
})
