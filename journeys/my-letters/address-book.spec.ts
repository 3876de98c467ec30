import type { Page } from '@playwright/test'
import { blockOf, openWritePage } from '../write/at-the-editor.ts'
import { recipient } from '../write/write-a-letter.ts'
import { allow, expect, test } from '../person/journey.ts'
import { payLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { heading, visit } from '../person/visit.ts'
import { answerOf } from '../server/call-server.ts'

const title = 'Libreta de direcciones'
const aunt = {
  ...recipient,
  name: 'Tía Jacinta',
  street: 'Calle del Pez, 7',
  city: 'Cáceres',
  postalCode: '10003',
}
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

async function openBook(page: Page) {
  await visit(page, '/address-book')
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Añadir una dirección' })).toBeVisible()
}
async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) await dialog(page).locator(`[name=${name}]`).fill(value)
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
}

test('an address added by hand is changed, removed and brought back, and offered while one types', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'libreta@ejemplo.test')
  await visit(page, '/my-letters')
  await page.getByRole('link', { name: title }).click()
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText('Todavía no hay ninguna dirección')).toBeVisible()
  await page.getByRole('button', { name: 'Añadir una dirección' }).click()
  // The same form as on the writing page, with what it says about an address.
  await fill(page, { ...aunt, name: '' })
  await expect(dialog(page).getByText('El nombre es requerido')).toBeVisible()
  await fill(page, { name: aunt.name })
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, aunt.name)).toContainText('Calle del Pez, 7 · 10003 Cáceres')

  await row(page, aunt.name).getByRole('button', { name: 'Editar' }).click()
  await fill(page, { street: 'Calle del Pez, 9' })
  await expect(row(page, aunt.name)).toContainText('Calle del Pez, 9')
  await row(page, aunt.name).getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Ha quitado a Tía Jacinta de su libreta.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, aunt.name).getByRole('button', { name: 'Editar' })).toBeFocused()

  for (const block of ['Destinatario', 'Remite'] as const) {
    await openWritePage(page)
    await blockOf(page, block).getByRole('button', { name: 'Editar' }).click()
    const name = dialog(page).getByRole('combobox', { name: 'Nombre completo' })
    await expect(name).toBeFocused()
    await page.keyboard.type('jac')
    await expect(dialog(page).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog(page).locator('[name=street]')).toHaveValue('Calle del Pez, 9')
    await expect(dialog(page).locator('[name=postalCode]')).toHaveValue('10003')
    // Escape closes what is open, one thing at a time.
    await page.keyboard.press('ArrowDown')
    await expect(dialog(page).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog(page).getByRole('option')).toHaveCount(0)
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(blockOf(page, block)).toContainText(aunt.name)
  }
})

test('whom one has written to is in the book; removed, it stays removed and is offered no more', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'escribe@ejemplo.test')
  await payLetter(server, token)
  await payLetter(server, token, { to: aunt })
  await openBook(page)
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText([recipient.name, aunt.name])
  await row(page, recipient.name).getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText(`Ha quitado a ${recipient.name}`)).toBeVisible()

  await payLetter(server, token, { content: '<p>Otra vez</p>' })
  await openBook(page)
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText([aunt.name])
  await openWritePage(page)
  await blockOf(page, 'Destinatario').getByRole('button', { name: 'Editar' }).click()
  await dialog(page).getByRole('button', { name: title }).click()
  await expect(dialog(page).getByRole('option')).toHaveCount(1)
  await expect(dialog(page).getByRole('option')).toContainText(aunt.name)
})

test('an address that was changed elsewhere is shown before it is written over, and what was typed stays', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /409/)
  const token = await signIn(page, server, 'dos@ejemplo.test')
  await payLetter(server, token, { to: aunt })
  await openBook(page)
  await expect(row(page, aunt.name)).toBeVisible()
  const { entries } = await answerOf<{ entries: { id: string }[] }>(server, token, '/addresses/')
  const body = { address: { ...aunt, city: 'Trujillo' }, basedOn: 1 }
  await answerOf(server, token, `/addresses/${entries[0]?.id}`, { method: 'PUT', body })

  await row(page, aunt.name).getByRole('button', { name: 'Editar' }).click()
  await fill(page, { city: 'Plasencia' })
  await expect(dialog(page).getByRole('alert')).toContainText('se ha cambiado en otro equipo')
  await expect(dialog(page).getByRole('alert')).toContainText('Trujillo')
  await fill(page, {})
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, aunt.name)).toContainText('10003 Plasencia')
})
