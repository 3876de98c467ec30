import type { Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { keepInBrowser, letterOf, openWritePage, paymentOf, sendOf, stored } from './at-the-editor.ts'
import { expectConsoleError } from '../person/sign-in.ts'
import { openServer, type Server } from '../server/server.ts'
import { expect, test as journey } from '../person/journey.ts'
import { register } from '../person/person.ts'
import { openStripeApi } from '../server/stripe-stand-in.ts'
import { stripeSite } from '../server/stripe-script.ts'
import { keptLetter } from './write-a-letter.ts'

type RealServer = Server & { intents: Awaited<ReturnType<typeof openStripeApi>>['intents'] }

/** A server with the card provider's test keys; the provider's API and the mail server stand on this machine. */
async function openRealServer(): Promise<RealServer> {
  const api = await openStripeApi()
  const mail = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  })
  const port = await new Promise<number>((ready) => {
    const server = mail.listen(0, '127.0.0.1', () => ready((server.address() as { port: number }).port))
  })
  const server = await openServer({
    STRIPE_SECRET_KEY: 'sk_live_lacre',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_lacre',
    STRIPE_WEBHOOK_SECRET: 'whsec_lacre',
    STRIPE_API_URL: api.url,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Lacre <cartas@lacre.test>',
  })
  const close = async () => {
    await server.close()
    await new Promise<void>((closed) => mail.close(closed))
    await api.close()
  }
  return { ...server, intents: api.intents, close }
}

const test = journey.extend<object, { server: RealServer; token: string }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await openRealServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  token: [
    async ({ browser, server }, use) => {
      const page = await browser.newPage()
      await page.goto(`${server.url}/register`)
      await register(page, { email: 'begona@correo.test', password: 'una frase bastante larga' })
      await use((await stored(page, 'token')) ?? '')
      await page.close()
    },
    { scope: 'worker' },
  ],
})

const scriptAddress = 'https://js.stripe.com/endive/stripe.js'
const pay = (page: Page) => paymentOf(page).getByRole('button', { name: 'Pagar ahora' })
const notLoaded = /^No se ha podido cargar el formulario de pago/

test('[7.11] the provider’s script comes from its own site, with the test-mode key, and only when the payment opens; the policy of the page allows it', async ({
  page,
  server,
  token,
}) => {
  const site = await stripeSite(page)
  site.serve()
  await keepInBrowser(page, { ...keptLetter('<p>Querida Concepción</p>'), token })
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.type('Hola. ')
  await page.getByRole('button', { name: 'Ver el detalle de costes' }).click()
  await page.getByRole('button', { name: 'Entendido' }).click()
  expect(site.loads).toEqual([])

  await sendOf(page).click()
  await expect(pay(page)).toBeEnabled()
  await expect(page.frameLocator('iframe[title="Formulario de Stripe"]').getByText('Número')).toBeVisible()
  expect(site.loads).toEqual([scriptAddress, 'https://js.stripe.com/v3/elements-inner.html'])
  const { keys, elements } = await site.asked()
  expect(keys).toEqual([{ key: 'pk_live_lacre', options: { locale: 'es' } }])
  const intent = server.intents.at(-1)
  expect(elements).toEqual([{ clientSecret: intent?.client_secret }])
  expect(intent).toMatchObject({ amount: 329 })

  // Closed and opened again, the same script serves.
  await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await sendOf(page).click()
  await expect(pay(page)).toBeEnabled()
  expect(site.loads.filter((load) => load === scriptAddress)).toHaveLength(1)
})

test('[7.9, 7.10] confirm-payment: return address /success, redirect only if required; error.message is shown, paymentIntent.status succeeded leads to /success', async ({
  page,
  server,
  token,
}) => {
  const site = await stripeSite(page, [
    { error: { message: 'Su tarjeta no tiene fondos suficientes.' } },
    { paymentIntent: { status: 'requires_payment_method' } },
    { paymentIntent: { status: 'succeeded' } },
  ])
  site.serve()
  await keepInBrowser(page, { ...keptLetter('<p>Con tarjeta de verdad</p>'), token })
  await openWritePage(page)
  await sendOf(page).click()
  const alert = paymentOf(page).getByRole('alert')
  for (const message of ['Su tarjeta no tiene fondos suficientes.', /^El pago no se ha completado/]) {
    await pay(page).click()
    await expect(alert).toHaveText(message)
    await expect(pay(page)).toBeEnabled()
  }
  await pay(page).click()
  await expect(page).toHaveURL(/\/success$/)
  await expect.poll(() => stored(page, 'letterContent')).toBeNull()
  const confirmation = {
    hasElements: true,
    redirect: 'if_required',
    confirmParams: { return_url: `${server.url}/success` },
  }
  expect((await site.asked()).confirmations).toEqual([confirmation, confirmation, confirmation])
})

test('whatever the height of the provider’s form, it begins in sight, and total and Pagar ahora stay there (design/money.md#payment-at-once)', async ({
  page,
  token,
}) => {
  ;(await stripeSite(page)).serve()
  await page.setViewportSize({ width: 320, height: 568 })
  await keepInBrowser(page, { ...keptLetter('<p>Con un formulario largo</p>'), token })
  await openWritePage(page)
  await sendOf(page).click()
  await expect(pay(page)).toBeEnabled()
  const form = page.frameLocator('iframe[title="Formulario de Stripe"]')
  for (const one of [
    form.getByText('Número'),
    paymentOf(page).getByText('3,29 €', { exact: true }),
    pay(page),
  ])
    await expect(one).toBeInViewport({ ratio: 0.99 })
})

test('[7.11] a script that does not load is said in Spanish, and loads at the next Enviar', async ({
  page,
  token,
  consoleErrors,
}) => {
  const site = await stripeSite(page)
  await keepInBrowser(page, { ...keptLetter('<p>Sin conexión</p>'), token })
  await openWritePage(page)
  await sendOf(page).click()
  await expect(paymentOf(page).getByRole('alert')).toHaveText(notLoaded)
  await expect(paymentOf(page).getByText('Cargando el formulario de pago…')).toHaveCount(0)
  await expect(pay(page)).toBeDisabled()
  expect(new Set(site.loads)).toEqual(new Set([scriptAddress]))
  for (const _ of site.loads) await expectConsoleError(consoleErrors, /ERR_FAILED/)

  site.serve()
  await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await sendOf(page).click()
  await expect(pay(page)).toBeEnabled()
  await expect(paymentOf(page).getByRole('alert')).toHaveCount(0)
})

test('[7.11] a script that never answers is given up after 30 s', async ({ page, token }) => {
  await page.clock.install()
  await page.route(/^https:\/\/js\.stripe\.com\//, () => undefined)
  await keepInBrowser(page, { ...keptLetter('<p>Con calma</p>'), token })
  await openWritePage(page)
  const asked = page.waitForRequest(scriptAddress)
  await sendOf(page).click()
  await asked
  await expect(paymentOf(page).getByText('Cargando el formulario de pago…')).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(paymentOf(page).getByRole('alert')).toHaveText(notLoaded)
})
