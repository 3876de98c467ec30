import { page } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import {
  button,
  first,
  names,
  open,
  others,
  paste,
  rows,
  said,
  three,
  withBook,
} from '../testing/recipients-list.tsx'

withBook()

test('pasted rows take the place of the sample; a wrong one says why, is kept as written and counts as to be corrected (design.md#several-recipients)', async () => {
  await open()
  await paste(three)
  await expect.element(said()).toHaveTextContent('3 destinatarios añadidos.')
  await expect.element(said()).toHaveFocus()
  expect(names()).toEqual(['Ana Ruiz', 'Luis Gil', 'Eva Pons'])
  await expect
    .element(rows().nth(2))
    .toMatchTextContent(/La ciudad es requerida.*Se pegó: Eva Pons · Calle Mayor/)
  await expect.element(page.getByText(/^1 destinatario por corregir: edite/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '3 destinatarios · 9,87 €' })).toBeVisible()
  expect([first()?.name, others().map(({ name }) => name)]).toEqual(['Ana Ruiz', ['Luis Gil', 'Eva Pons']])

  await button('Listo').click()
  await expect.element(page.getByText(/^y 2 más:/)).toBeVisible()
  await expect.element(page.getByText(/^1 destinatario por corregir\.$/)).toBeVisible()
  await expect.element(button('Ver los destinatarios')).toHaveFocus()
})

test('the panel closes over what was taken; what nothing could be read of stays in it', async () => {
  await open()
  const field = page.getByRole('textbox', { name: 'Una fila por persona' })
  await paste('Nombre;Calle;CP;Ciudad')
  await expect.element(said()).toHaveTextContent('No hay ninguna fila que añadir.')
  await expect.element(field).toHaveValue('Nombre;Calle;CP;Ciudad')
  await paste(three)
  await expect.element(said()).toHaveFocus()
  expect(field.query()?.checkVisibility() ?? false).toBe(false)
  await page.getByText('Pegar una lista o abrir un archivo').click()
  await expect.element(field).toHaveValue('')
})

test('a table is read from a file, also from one that a spreadsheet wrote for Windows', async () => {
  await open()
  await page.getByText('Pegar una lista o abrir un archivo').click()
  const bytes = Uint8Array.from('Bego\u00f1a;Calle Sol 1;42001;Soria', (one) => one.charCodeAt(0))
  await page.getByLabelText('O un archivo CSV:').upload(new File([bytes], 'lista.csv', { type: 'text/csv' }))
  await expect.poll(names).toEqual(['Begoña'])
})

test('what is too long for a list is not read, and stays', async () => {
  await open()
  await paste('a;'.repeat(30_000))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/demasiado largo/)
  await expect
    .element(page.getByRole('textbox', { name: 'Una fila por persona' }))
    .toMatchTextContent(/^a;a;/)
  expect(rows().elements()).toEqual([])
})

test('what a file cannot be read for is told', async () => {
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'))
  await open()
  await page.getByText('Pegar una lista o abrir un archivo').click()
  await page.getByLabelText('O un archivo CSV:').upload(new File(['Ana'], 'lista.csv', { type: 'text/csv' }))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No se ha podido leer/)
})

test('a second press on what takes the rows hits nobody who has come to stand there', async () => {
  await page.viewport(320, 700)
  await open()
  await page.getByText('Pegar una lista o abrir un archivo').click()
  const many = Array.from({ length: 12 }, (_, at) => `Ana ${at};Calle Sol ${at};42001;Soria`)
  await page.getByRole('textbox', { name: 'Una fila por persona' }).fill(many.join('\n'))
  await button('Añadir estas filas').dblClick()
  await expect.element(said()).toHaveTextContent('12 destinatarios añadidos.')
  expect(names()).toHaveLength(12)
})
