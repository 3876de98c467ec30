import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { openDatabase } from '../../server/database/open.ts'
import type { Server } from '../server/server.ts'
import { test as base } from './journey.ts'

/** With a server apart from the other journeys': the calls of the accounts are limited per caller and hour. */
export const test = base.extend({
  serverName: ['accounts', { scope: 'worker' }],
})

/** Page object of the sign-in and sign-up forms. */
export const authPage = (page: Page) => {
  const main = page.getByRole('main')
  return {
    title: main.getByRole('heading', { level: 1 }),
    email: main.getByLabel('Correo electrónico'),
    password: main.getByLabel('Contraseña', { exact: true }),
    confirmation: main.getByLabel('Confirmar contraseña'),
    captcha: main.locator('altcha-widget label'),
    google: main.getByRole('button', { name: 'Continuar con Google' }),
    submit: main.locator('button[type=submit]:not(dialog *)'),
    alert: main.getByRole('alert'),
    form: main.locator('form').first(),
  }
}

/** Opens the prerendered screen of that title and waits until React has hydrated it. */
export async function openAuthPage(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(authPage(page).title).toHaveText(title)
  const isTakenOver = (element: HTMLElement | SVGElement) =>
    Object.keys(element).some((key) => key.startsWith('__react'))
  await expect.poll(() => authPage(page).title.evaluate(isTakenOver)).toBe(true)
}

/** Fills in the three fields of /register, and solves the captcha unless `solve` is false. */
export async function fillRegistration(
  page: Page,
  { email, password, confirmation = password }: { email: string; password: string; confirmation?: string },
  { solve = true } = {},
) {
  const at = authPage(page)
  await at.email.fill(email)
  await at.password.fill(password)
  await at.confirmation.fill(confirmation)
  if (!solve) return
  await at.captcha.click()
  await expect(at.submit).toBeEnabled()
}

/** Opens the sandbox's dialog in place of the provider's and chooses this account. */
export async function askForAccount(page: Page, email: string): Promise<Locator> {
  await authPage(page).google.click()
  const dialog = page.getByRole('dialog', { name: 'Cuenta de pruebas' })
  await dialog.getByLabel('Correo electrónico').fill(email)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  return dialog
}

export async function chooseAccount(page: Page, email: string) {
  const dialog = await askForAccount(page, email)
  await expect(dialog).toBeHidden()
}

/** Answers the next such call in place of the server. */
export const answer = (page: Page, path: string, status: number, body: string | object) =>
  page.route(
    `**${path}`,
    (route) =>
      typeof body === 'string'
        ? route.fulfill({ status, body, contentType: 'text/html' })
        : route.fulfill({ status, json: body }),
    { times: 1 },
  )

/** Every call to this path from now on. */
export function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request)
  })
  return calls
}

/** Waits for one expected console error and removes it from the list. */
export async function expectConsoleError(consoleErrors: string[], pattern: RegExp) {
  await expect.poll(() => consoleErrors.some((text) => pattern.test(text))).toBe(true)
  consoleErrors.splice(
    consoleErrors.findIndex((text) => pattern.test(text)),
    1,
  )
}

/** The alert is red, in any colour notation, and stands above the form. */
export async function expectRedAbove(alert: Locator, form: Locator) {
  const [red = 0, green = 0, blue = 0] = await alert.evaluate((box) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = getComputedStyle(box).color
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  const [above, below] = await Promise.all([alert.boundingBox(), form.boundingBox()])
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
}

export const tokenKept = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Why the browser keeps a form from being sent: the field it puts the person on, and what is wrong there. */
export const stoppedBy = (page: Page) =>
  page.evaluate(() => {
    const input = document.activeElement
    if (!(input instanceof HTMLInputElement) || input.validity.valid) return null
    return {
      name: input.name,
      isEmpty: input.validity.valueMissing,
      isNoAddress: input.validity.typeMismatch,
    }
  })

/** Sets the expiry of this link to the past. */
export async function letLinkExpire(server: Server, link: string) {
  const token = new URL(link).searchParams.get('token') ?? ''
  const database = await openDatabase({ dir: join(server.dataDir, 'postgres') })
  const aged = await database.db
    .updateTable('email_link')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirstOrThrow()
  await database.close()
  expect(aged.numUpdatedRows).toBe(1n)
}

/** The digits of the mail with a code to this address, once it has come. */
export async function codeFromMail(server: Server, to: string): Promise<string> {
  const findMail = async () =>
    (await server.mailbox()).find((one) => one.to === to && /código/.test(one.subject))
  await expect.poll(findMail).toBeDefined()
  return /^\d{3} \d{3}$/m.exec((await findMail())?.text ?? '')?.[0] ?? ''
}
