import { expect, type Locator, type Page } from '@playwright/test'
import type { Server } from '../server/server.ts'
import { tokenOf } from './paid-letter.ts'
import { openStorage } from './visit.ts'

export type Person = { email: string; password: string }

/** Registers through the form, captcha included. */
export async function register(page: Page, { email, password }: Person) {
  await expect(page.getByRole('heading', { level: 1, name: 'Crear cuenta' })).toBeVisible()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await page.locator('altcha-widget label').click()
  const submit = page.getByRole('button', { name: 'Crear cuenta' })
  await expect(submit).toBeEnabled()
  await submit.click()
  await expect(page.getByRole('heading', { name: '¡Registro exitoso!' })).toBeVisible()
}

export async function logIn(page: Page, { email, password }: Person) {
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).last().click()
  await expect(page).toHaveURL(/\/write$/)
}

/** The link of the newest mail of that subject to this address, once it has come. */
export async function linkFromMail(server: Server, to: string, subject: RegExp): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mail = (await server.mailbox()).find((one) => one.to === to && subject.test(one.subject))
    link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link!
}

/** Who wrote no address of their own means the sample. */
export async function meanSamples(payment: Locator) {
  for (const meant of await payment.getByRole('checkbox', { name: /^Es de verdad/ }).all())
    await meant.check()
}

export async function payWith(page: Page, number: string) {
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await dialog.getByLabel('Número de tarjeta').fill(number)
  await dialog.getByLabel('Caducidad').fill('12 / 30')
  await dialog.getByLabel('CVC').fill('123')
  await meanSamples(dialog)
  await dialog.getByRole('button', { name: 'Pagar ahora' }).click()
}

/** A person with a verified account, signed in without the forms: the way to where a journey begins. */
export async function signIn(page: Page, server: Server, email: string): Promise<string> {
  const token = await tokenOf(server, email)
  await openStorage(page, server.url)
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  return token
}

/** Takes the session from this browser, without a word to the server. */
export const signOut = (page: Page) => page.evaluate(() => localStorage.removeItem('token'))
