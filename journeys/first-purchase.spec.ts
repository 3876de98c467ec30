import type { Locator, Page } from '@playwright/test'
import { expect, test } from './person/journey.ts'
import { codeFromMail } from './person/sign-in.ts'
import type { Server } from './server/server.ts'
import { letterOf, openWritePage, sendOf, stored } from './write/at-the-editor.ts'
import { recipient, sender } from './write/write-a-letter.ts'

test.use({ serverName: 'first-purchase' })

type Effort = { clicks: number; fields: number }

/** Counts in the page itself what a person does there: presses of a pointer, and fields into which something is typed or pasted. */
async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.addInitScript(() => {
    const typedInto = new WeakSet<EventTarget>()
    const add = (name: string) =>
      sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1))
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && add('clicks'), true)
    for (const name of ['input', 'paste'])
      addEventListener(
        name,
        ({ isTrusted, target }) => {
          if (!isTrusted || !(target instanceof HTMLInputElement) || typedInto.has(target)) return
          typedInto.add(target)
          add('fields')
        },
        true,
      )
  })
  return () =>
    page.evaluate(() => ({
      clicks: Number(sessionStorage.getItem('clicks')),
      fields: Number(sessionStorage.getItem('fields')),
    }))
}

type Block = 'Remite' | 'Destinatario'
const editOf = (page: Page, block: Block) =>
  page.getByRole('region', { name: block }).getByRole('button', { name: 'Editar' })

async function writeAddress(page: Page, block: Block, address: typeof recipient) {
  await editOf(page, block).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['name', 'street', 'city', 'postalCode'] as const)
    await dialog.locator(`[name=${name}]`).fill(address[name])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}
/** As one says it: code and town follow the street. */
async function writeInTwo(page: Page, block: Block, { name, street, postalCode, city }: typeof recipient) {
  await editOf(page, block).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[name=name]')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${street}, ${postalCode} ${city}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Hemos repartido la dirección.')).toBeVisible()
  for (const [field, value] of Object.entries({ name, street, postalCode, city, country: 'España' }))
    await expect(dialog.locator(`[name=${field}]`)).toHaveValue(value)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}
/** As it stands in a message: copied there, pasted where the dialog opens. */
async function pasteAddress(page: Page, block: Block, { name, street, postalCode, city }: typeof recipient) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${name}\n${street}\n${postalCode} ${city}`,
  )
  await editOf(page, block).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[name=name]')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(dialog.getByText('Hemos repartido la dirección.')).toBeVisible()
  for (const [field, value] of Object.entries({ name, street, postalCode, city, country: 'España' }))
    await expect(dialog.locator(`[name=${field}]`)).toHaveValue(value)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

const type = async (field: Locator, text: string) => {
  await field.focus()
  await field.page().keyboard.type(text)
}

test('typing both addresses field by field takes four fields each', async ({ page }) => {
  const effort = await countEffort(page)
  await openWritePage(page)
  await writeAddress(page, 'Destinatario', recipient)
  await writeAddress(page, 'Remite', sender)
  // The country stands there already, and the province follows from the postal code.
  expect(await effort()).toEqual({ clicks: 2, fields: 8 })
})

/** From Enviar to paid, without an account. */
async function payAsNewcomer(page: Page, server: Server, email: string) {
  await sendOf(page).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Su carta está guardada.')).toBeVisible()
  await expect(main.getByLabel('Correo electrónico')).toBeFocused()
  await page.keyboard.type(email)
  await main.getByRole('button', { name: 'Enviarme un código', disabled: false }).click()
  await expect(main.getByLabel('Código')).toBeFocused()
  await page.keyboard.type(await codeFromMail(server, email))

  // Back at the letter: a note has the way to pay, and the focus is there already.
  await expect(page).toHaveURL(/\/write$/)
  await expect(letterOf(page)).toContainText('esta es la primera')
  const pay = main.getByRole('button', { name: 'Pagar 3,29 €' })
  await expect(pay).toBeFocused()
  await pay.click()
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect(dialog.getByLabel('Número de tarjeta')).toBeFocused()
  await page.keyboard.type('4242424242424242')
  await type(dialog.getByLabel('Caducidad'), '1230')
  await type(dialog.getByLabel('CVC'), '123')
  await dialog.getByRole('button', { name: 'Pagar ahora' }).click()
  await expect(page.getByRole('heading', { name: '¡Pedido realizado con éxito!' })).toBeVisible()
}
async function beginLetter(page: Page) {
  await openWritePage(page)
  await letterOf(page).focus()
  await page.keyboard.insertText('Querida Concepción: esta es la primera.')
}

test('a newcomer who has the address in a message pays a first letter with six clicks and ten fields beyond the letter @core', async ({
  page,
  server,
}) => {
  const effort = await countEffort(page)
  await beginLetter(page)
  await pasteAddress(page, 'Destinatario', recipient)
  await writeAddress(page, 'Remite', sender)
  await payAsNewcomer(page, server, 'estreno@ejemplo.test')
  // One field for the recipient, four for the sender; e-mail and code; number, date and code of the card.
  expect(await effort()).toEqual({ clicks: 6, fields: 10 })
})

test('a newcomer who types both addresses pays a first letter with six clicks and nine fields beyond the letter', async ({
  page,
  server,
}) => {
  const effort = await countEffort(page)
  await beginLetter(page)
  await writeInTwo(page, 'Destinatario', recipient)
  await writeInTwo(page, 'Remite', sender)
  await payAsNewcomer(page, server, 'a-mano@ejemplo.test')
  // Name and street of each; the rest as above.
  expect(await effort()).toEqual({ clicks: 6, fields: 9 })
})

test('with a session /login leads on, and the waiting letter has its note until it is sent @core', async ({
  page,
}) => {
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Querida Concepción: espera.')
  const pay = page.getByRole('button', { name: 'Pagar 3,29 €' })
  await expect(pay).toHaveCount(0)
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page, 'pendingLetter')).toContain('espera')
  // Another tab signs in; this one is loaded anew.
  await page.evaluate(() => localStorage.setItem('token', 'de otra pestaña'))
  await page.route('**/drafts/**', (route) => route.fulfill({ json: { drafts: [] } }))
  await page.reload()
  await expect(page).toHaveURL(/\/write$/)
  await expect(pay).toBeFocused()
  await page.goBack()
  await expect(page).not.toHaveURL(/\/login$/)
})
