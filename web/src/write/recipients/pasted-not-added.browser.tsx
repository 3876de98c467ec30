// @module-tag long
import { page } from 'vitest/browser'
import { expect, test } from 'vitest'
import {
  button,
  dialog,
  field,
  names,
  open,
  others,
  panel,
  rows,
  said,
  three,
  upload,
  withBook,
} from '../testing/recipients-list.tsx'

withBook()

const two = 'Ana Ruiz;Calle Larios 3;29005;Málaga\nLuis Gil;Gran Vía 10;28013;Madrid'

/** Text in the field, not added yet. */
async function put(text: string) {
  await panel.click()
  await field.fill(text)
}
const isClosed = () => expect.element(dialog()).not.toBeInTheDocument()

test('Listo adds the pasted rows', async () => {
  await open()
  await put(two)
  await button('Listo').click()
  await isClosed()
  await expect.element(page.getByText(/^y 1 más: 2 destinatarios/)).toBeVisible()
  expect(others()).toMatchObject([{ name: 'Luis Gil' }])
})

test('Listo names pasted rows to correct and stays open; the next press closes', async () => {
  await open()
  await put(three)
  await button('Listo').click()
  await expect.element(said()).toHaveTextContent('3 destinatarios añadidos. Por corregir: Eva Pons.')
  await expect.element(said()).toHaveFocus()
  expect(names()).toEqual(['Ana Ruiz', 'Luis Gil', 'Eva Pons'])
  await expect.element(rows().nth(2)).toMatchTextContent(/La ciudad es requerida/)
  await button('Listo').click()
  await isClosed()
  await expect.element(page.getByText(/^1 destinatario por corregir\.$/)).toBeVisible()
})

test('Listo names duplicates and stays open', async () => {
  await open()
  await put(`${two}\n${two}`)
  await button('Listo').click()
  await expect.element(said()).toMatchTextContent(/Ya estaban en la lista: Ana Ruiz, Luis Gil\./)
})

test.each([
  ['nothing can be read of', 'Nombre;Calle;CP;Ciudad', /no hay ninguna dirección/],
  ['is too long', 'a;'.repeat(30_000), /demasiado largo/],
])('Listo stays open with text that %s, also in a closed panel', async (_which, text, why) => {
  await open()
  await put(text)
  await panel.click()
  await button('Listo').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(why)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue(text)
  await field.fill('')
  await button('Listo').click()
  await isClosed()
})

test('pasted text survives closing, and the page says that it was not added', async () => {
  await open()
  await put(two)
  await button('Cerrar').click()
  await isClosed()
  await expect.element(page.getByText('Ha pegado filas que aún no están en la lista.')).toBeVisible()
  await button('Enviar a varias personas').click()
  await expect.element(field).toBeVisible()
  await expect.element(field).toHaveValue(two)
})

test('pasted text survives a reload until it is added', async () => {
  const loaded = await open()
  await put(two)
  await loaded.unmount()
  const again = await open()
  await expect.element(field).toBeVisible()
  await expect.element(field).toHaveValue(two)
  await button('Listo').click()
  await isClosed()
  await again.unmount()
  await open()
  await panel.click()
  await expect.element(field).toHaveValue('')
})

test('text typed while the rows are read stays in the field', async () => {
  await open()
  await put(two)
  await expect.element(button('Añadir estas filas')).toBeEnabled()
  const area = field.element()
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('No field')
  button('Añadir estas filas')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  area.setRangeText('\nEva Pons;Calle Sol 1;42001;Soria', two.length, two.length)
  area.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(names).toEqual(['Ana Ruiz', 'Luis Gil'])
  expect(area.value).toMatch(/Eva Pons/)
})

test('adding a file keeps the text in the field', async () => {
  await open()
  await put(two)
  await upload('Marta;Calle Sol 1;42001;Soria')
  await button('Añadir 1 persona').click()
  await expect.poll(names).toEqual(['Marta'])
  await button('Listo').click()
  await isClosed()
  expect(others()).toMatchObject([{ name: 'Ana Ruiz' }, { name: 'Luis Gil' }])
})
