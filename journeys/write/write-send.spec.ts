import type { Page } from '@playwright/test'
import { keepInBrowser, openWritePage, paymentOf, postsOf, sendOf, stored } from './at-the-editor.ts'
import { expectConsoleError } from '../person/sign-in.ts'
import { expect, test } from '../person/journey.ts'
import { payWith, signIn } from '../person/person.ts'
import { recipient, sender, keptLetter } from './write-a-letter.ts'

const content = '<p>Querida Concepción: te escribo.</p>'
const addresses = { originAddress: sender, destinationAddress: recipient }
const intentPath = '/stripe/create-payment-intent'

/** The page's alerts, each accepted as it comes. */
function alertsOf(page: Page) {
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  return alerts
}

test('[3.6, 3.7, 3.8, 3.9, 3.10, 4.1, 4.3, 7.7, 7.8] Enviar with a token: the letter is created, then its payment intent, then the payment opens and the pending letter is cleared, its text kept as the draft (design/writing.md#pending-text-kept) @core', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'envia@ejemplo.test')
  await keepInBrowser(page, {
    letterContent: '<p>uno más viejo</p>',
    pendingLetter: JSON.stringify({ content, ...addresses }),
  })
  await openWritePage(page)
  const posts = postsOf(page)
  const created = page.waitForResponse((answer) => answer.url().endsWith('/letters/'))
  const prepared = page.waitForResponse((answer) => answer.url().endsWith(intentPath))
  await sendOf(page).click()

  const creation = await created
  const sent: unknown = creation.request().postDataJSON()
  expect(sent).toEqual({
    content,
    origin: 'Begoña Ibáñez Núñez, Calle de Alcalá 112, 3.º B, Madrid, 28009, España',
    destination:
      'Concepción Muñoz Peñalver, Calle de la Constitución 48, 2.º A, Villanueva de la Serena, 06700, España',
    ...addresses,
    draftId: expect.any(String),
  })
  const { id } = (await creation.json()) as { id: string }
  expect(id).toMatch(/^[\da-f-]{36}$/)

  const preparation = await prepared
  expect(preparation.request().postDataJSON()).toEqual({ letter_id: id })
  const { clientSecret } = (await preparation.json()) as { clientSecret: string }
  expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
  for (const { request } of [creation, preparation].map((answer) => ({ request: answer.request() })))
    expect(request.headers()['authorization']).toBe(`Bearer ${token}`)

  await expect(paymentOf(page)).toBeVisible()
  expect(posts).toEqual(['/letters/', intentPath])
  expect(await stored(page, 'pendingLetter')).toBeNull()
  expect(await stored(page, 'letterContent')).toBe(content)
})

test('[6.5, 7.1] signed in one sends and pays, sees the profile and logs out; every call goes to the server itself, with the token on each that needs it @core', async ({
  page,
  server,
}) => {
  const calls: { path: string; origin: string; bearer: string | undefined }[] = []
  page.on('request', (request) => {
    const { origin, pathname: path, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol)) calls.push({ path, origin, bearer: request.headers()['authorization'] })
  })
  const token = await signIn(page, server, 'todo@ejemplo.test')
  await keepInBrowser(page, keptLetter(content))
  await openWritePage(page)
  await sendOf(page).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible()
  await expect(page.getByText('todo@ejemplo.test')).toBeVisible()
  await page.getByRole('button', { name: 'Menú de la cuenta' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  expect(await stored(page, 'token')).toBeNull()

  expect(new Set(calls.map(({ origin }) => origin))).toEqual(new Set([server.url]))
  const bearers = (path: string) => calls.filter((call) => call.path === path).map(({ bearer }) => bearer)
  for (const path of ['/letters/', intentPath, '/account'])
    expect(new Set(bearers(path)), path).toEqual(new Set([`Bearer ${token}`]))
  expect(bearers('/write')).toEqual([undefined])
})

test('[5.16, 5.17, 8.9, 9.5] letters go to any address in Spain and nowhere else: said in the panel, sent all the same and refused by the server: alert, log and its sentence on the page (design/sending.md#printable, design/sending.md#alerts-as-specified)', async ({
  page,
  server,
  consoleErrors,
}) => {
  const alerts = alertsOf(page)
  await signIn(page, server, 'lejos@ejemplo.test')
  const address = { ...recipient, city: 'Lisboa', postalCode: '1100-148', country: 'Portugal' }
  await keepInBrowser(page, keptLetter(content, address))
  await openWritePage(page)
  await expect(page.getByRole('region', { name: 'Destinatario' }).getByRole('status')).toHaveText(/España/)
  await sendOf(page).click()
  await expect(page.getByRole('alert')).toHaveText(/España/)
  await expect.poll(() => alerts.splice(0)).toEqual([expect.stringContaining('Failed to create letter')])
  await expectConsoleError(consoleErrors, /Failed to create letter \(422\)/)
  await expectConsoleError(consoleErrors, /status of 422/)
})
