import type { Page } from '@playwright/test'
import { blockOf, keepInBrowser, openWritePage, stored, storedJson, storedKeys } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'
import { recipient, sender } from './write-a-letter.ts'

type Block = 'Remite' | 'Destinatario'
const fields = ['name', 'street', 'city', 'state', 'postalCode', 'country'] as const
const edit = (page: Page, block: Block) =>
  blockOf(page, block).getByRole('button', { name: 'Editar' }).click()
const field = (page: Page, name: string) => page.getByRole('dialog').locator(`[name=${name}]`)
const save = (page: Page) => page.getByRole('button', { name: 'Guardar' })

test('[4.13, 4.14, 4.12] closed, open after Editar; Cancelar and the cross leave all as it was; a valid Guardar closes it, shows and keeps the address', async ({
  page,
}) => {
  await openWritePage(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeHidden()
  for (const name of ['Cancelar', 'Cerrar']) {
    await edit(page, 'Destinatario')
    await expect(dialog).toBeVisible()
    await field(page, 'city').fill('Soria')
    await dialog.getByRole('button', { name }).click()
    await expect(dialog).toBeHidden()
    await expect(blockOf(page, 'Destinatario')).not.toContainText('Soria')
    expect(await stored(page, 'destinationAddress')).toBeNull()
  }
  for (const [block, key, address] of [
    ['Remite', 'originAddress', sender],
    ['Destinatario', 'destinationAddress', recipient],
  ] as const) {
    await edit(page, block)
    for (const name of fields) await field(page, name).fill(`  ${address[name]} `)
    await save(page).click()
    await expect(dialog).toBeHidden()
    await expect(blockOf(page, block)).toContainText(address.name)
    expect(await storedJson(page, key)).toEqual(address)
    await edit(page, block)
    await field(page, 'city').fill('Soria')
    await save(page).click()
    await expect(dialog).toBeHidden()
    expect(await storedJson(page, key)).toEqual({ ...address, city: 'Soria' })
  }
  await page.reload()
  await expect(blockOf(page, 'Destinatario')).toContainText('Soria')
})

test('[2.40, 3.2, 3.3, 4.11] addresses come from the pending letter first, then from what was saved, then the samples', async ({
  page,
}) => {
  await openWritePage(page)
  expect(await storedKeys(page)).toEqual([])
  for (const [name, sample] of [
    ['Remite', /Dirección de ejemplo: \S+ .+, 29007 Málaga, Distrito Centro, España/],
    ['Destinatario', /Dirección de ejemplo: \S+ .+, 28008 Madrid, España/],
  ] as const) {
    await expect(blockOf(page, name).getByRole('heading', { name })).toBeVisible()
    await expect(blockOf(page, name)).toContainText(sample)
    await edit(page, name)
    await expect(field(page, 'street')).toHaveValue(/\S+ \S+/)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  }
  const saved = { ...sender, name: 'Guardada Antes' }
  await keepInBrowser(page, { originAddress: JSON.stringify(saved) })
  await openWritePage(page)
  await expect(blockOf(page, 'Remite')).toContainText('Guardada Antes')
  await expect(blockOf(page, 'Destinatario')).toContainText('28008')
  const pendingLetter = { content: '<p>Hola</p>', originAddress: sender, destinationAddress: recipient }
  await keepInBrowser(page, { pendingLetter: JSON.stringify(pendingLetter) })
  await openWritePage(page)
  await expect(blockOf(page, 'Remite')).toContainText(sender.name)
  await expect(blockOf(page, 'Destinatario')).toContainText(recipient.name)
})

test('a sample is an example: selected on entry, by keys and by pointer, until an address is written (design/sending.md#sample-addresses)', async ({
  page,
}) => {
  await openWritePage(page)
  await edit(page, 'Destinatario')
  await expect(field(page, 'name')).toBeFocused()
  await expect(page.getByText('Es una dirección de ejemplo')).toBeVisible()
  await page.keyboard.type('Pablo Neira')
  await expect(field(page, 'name')).toHaveValue('Pablo Neira')
  await field(page, 'street').click()
  await page.keyboard.type('Rúa Nova 3')
  await expect(field(page, 'street')).toHaveValue('Rúa Nova 3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lugo')
  await field(page, 'postalCode').click()
  await page.keyboard.type('27001')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await storedJson(page, 'destinationAddress')).toEqual({
    name: 'Pablo Neira',
    street: 'Rúa Nova 3',
    city: 'Lugo',
    state: '',
    postalCode: '27001',
    country: 'España',
  })

  await edit(page, 'Destinatario')
  await expect(page.getByText('Es una dirección de ejemplo')).toHaveCount(0)
  await field(page, 'name').press('End')
  await page.keyboard.type(' Vila')
  await field(page, 'street').click()
  await field(page, 'street').press('End')
  await page.keyboard.type(', bajo')
  await expect(field(page, 'name')).toHaveValue('Pablo Neira Vila')
  await expect(field(page, 'street')).toHaveValue('Rúa Nova 3, bajo')
})

test('warns of a doubtful address and saves it all the same; the printed lines follow the typing (design/sending.md#address-doubts)', async ({
  page,
}) => {
  await openWritePage(page)
  await edit(page, 'Destinatario')
  const dialog = page.getByRole('dialog')
  const printed = dialog.locator('address')
  await field(page, 'street').fill('Gran Vía')
  await expect(dialog.getByText('¿Falta el número?')).toHaveCount(0) // not while it is being written
  await field(page, 'postalCode').fill('08001')
  await field(page, 'state').fill('Barrio Gótico')
  await expect(field(page, 'street')).toHaveAccessibleDescription(/¿Falta el número\?/)
  await expect(field(page, 'postalCode')).toHaveAccessibleDescription(
    /El 08001 es de Barcelona, no de Madrid/,
  )
  await expect(field(page, 'state')).toHaveAccessibleDescription('Barrio o urbanización')
  await expect(printed.locator('span')).toHaveText([
    'ANTONIO PÉREZ MOLINA',
    'BARRIO GÓTICO',
    'GRAN VÍA',
    '08001 MADRID',
    'BARCELONA',
  ])
  await save(page).click()
  await expect(dialog).toBeHidden()
  await expect(blockOf(page, 'Destinatario').getByRole('status')).toContainText('¿Falta el número?')
  expect(await storedJson(page, 'destinationAddress')).toMatchObject({ street: 'Gran Vía', city: 'Madrid' })

  await edit(page, 'Destinatario')
  await field(page, 'city').fill('Barcelona')
  await field(page, 'street').fill('Gran Vía 5')
  await save(page).click()
  await expect(blockOf(page, 'Destinatario').getByRole('status')).toHaveCount(0)
})
