// @module-tag long
import { page } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import {
  button,
  field,
  first,
  names,
  open,
  others,
  panel,
  paste,
  rows,
  said,
  three,
  upload,
  withBook,
} from '../testing/recipients-list.tsx'

withBook()

test('pasted rows replace the sample; a wrong one says why, shows its text and counts as to be corrected (design/sending.md#several-recipients)', async () => {
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

test('the panel closes after adding; unreadable text stays in it', async () => {
  await open()
  await paste('Nombre;Calle;CP;Ciudad')
  await expect.element(said()).toHaveTextContent('No hay ninguna fila que añadir.')
  await expect.element(field).toHaveValue('Nombre;Calle;CP;Ciudad')
  await paste(three)
  await expect.element(said()).toHaveFocus()
  expect(field.query()?.checkVisibility() ?? false).toBe(false)
  await panel.click()
  await expect.element(field).toHaveValue('')
})

const shown = () => page.getByRole('region', { name: /lista\.|La lista pegada/ })
async function openFile(bytes: BlobPart, name = 'lista.csv') {
  await open()
  await panel.click()
  await upload(bytes, name)
}
const ofWindows = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))

test('a file is previewed with its first three people, also in a Windows encoding', async () => {
  const many = ['Bego\u00f1a', 'Luis', 'Eva', 'Marta'].map((name) => `${name};Calle Sol 1;42001;Soria`)
  await openFile(ofWindows(many.join('\r\n')))
  await expect
    .element(shown())
    .toMatchTextContent(/Así quedan las 3 primeras:BegoñaCalle Sol 1 · 42001 Soria.*Eva/)
  await expect.element(page.getByRole('heading', { name: 'lista.csv: 4 personas' })).toHaveFocus()
  expect(rows().elements()).toEqual([])
  await button('Añadir 4 personas').click()
  await expect.element(said()).toHaveTextContent('4 destinatarios añadidos.')
  expect(names()).toEqual(['Begoña', 'Luis', 'Eva', 'Marta'])
})

test('one press tries another encoding', async () => {
  await openFile(
    Uint8Array.from([
      ...ofWindows('Nombre;Calle;CP;Ciudad\nMu'),
      0x96,
      ...ofWindows('oz;Calle Sol 1;42001;Soria'),
    ]),
  )
  await expect.element(shown()).toMatchTextContent(/Muñoz/)
  await button('¿Se leen mal las letras?').click()
  await expect.element(shown()).not.toMatchTextContent(/Muñoz/)
})

test('columns are shown and corrected above the first three rows; unused ones are named', async () => {
  await openFile('Quién;Dónde vive;CP;Localidad;Socio desde\nAna Ruiz;Mayor 5;42001;Soria;2019')
  const column = (heading: string) => page.getByRole('combobox', { name: heading })
  await expect.element(column('CP')).toHaveDisplayValue('Código postal')
  await expect
    .element(shown())
    .toMatchTextContent(/1 dirección por corregir.*No se usa: Quién, Dónde vive, Socio desde\./)
  await column('Quién').selectOptions('Nombre')
  await column('Dónde vive').selectOptions('Calle')
  await expect.element(shown()).toMatchTextContent(/Ana RuizMayor 5 · 42001 Soria/)
  await expect.element(shown()).toMatchTextContent(/No se usa: Socio desde\./)
  await button('Listo').click()
  await expect.poll(() => first()?.name).toBe('Ana Ruiz')
})

test('used columns come first, and none moves when chosen', async () => {
  await openFile('Socio;Cuota;Nombre;Calle;CP;Ciudad\n12;30;Ana Ruiz;Calle Sol 1;42001;Soria')
  const headings = () =>
    Array.from(shown().element().querySelectorAll('th label'), ({ textContent }) => textContent)
  await expect.poll(headings).toEqual(['Nombre', 'Calle', 'CP', 'Ciudad', 'Socio', 'Cuota'])
  await page.getByRole('combobox', { name: 'Calle' }).selectOptions('No se usa')
  await expect.element(shown()).toMatchTextContent(/No se usa: Socio, Cuota, Calle\./)
  expect(headings()).toEqual(['Nombre', 'Calle', 'CP', 'Ciudad', 'Socio', 'Cuota'])
})

test('a pasted table without unused columns is added at once; others, and cards, are previewed', async () => {
  await open()
  await paste('Nombre;Calle;CP;Ciudad\nAna;Calle Sol 1;42001;Soria')
  await expect.element(said()).toHaveTextContent('1 destinatario añadido.')
  await paste('Nombre;Calle;CP;Ciudad;Deuda\nEva;Calle Sol 1;42001;Soria;300 €')
  await expect.element(shown()).toMatchTextContent(/No se usa: Deuda\./)
  await button('Descartar').click()
  await expect.element(field).toHaveFocus()
  await paste(
    'BEGIN:VCARD\nVERSION:3.0\nFN:Luis\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Eva\nADR:;;Calle Sol 1;Soria;;42001;\nEND:VCARD',
  )
  await expect.element(shown()).toMatchTextContent(/Sin dirección, y por eso fuera: Luis\./)
  await button('Listo').click()
  await expect.poll(() => [first()?.name, ...others().map(({ name }) => name)]).toEqual(['Ana', 'Eva'])
})

test('a workbook that cannot be read is refused in a sentence, and the list stays as it was', async () => {
  await openFile(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), 'lista.xlsx')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No se ha podido leer este libro/)
  expect(rows().elements()).toEqual([])
  expect(first()).toBeNull()
})

test.each([
  [1366, 768],
  [390, 844],
  [320, 640],
])('at %i × %i the columns scroll by themselves, and nothing else does', async (width, height) => {
  await page.viewport(width, height)
  await openFile(
    'Nombre;Apellidos;Empresa;Calle;Número;Piso;CP;Ciudad;Provincia\nAna;Ruiz;Papelera;Calle Sol;1;2;42001;Soria;Soria',
  )
  const region = page.getByRole('region', { name: 'Columnas de la lista' })
  await expect.element(region).toBeVisible()
  const dialog = document.querySelector('dialog[open]')!
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
  const heights = Array.from(
    region.element().querySelectorAll('select'),
    (select) => select.getBoundingClientRect().height,
  )
  expect(heights).toHaveLength(9)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
})

test('an unreadable file gives its reason', async () => {
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'))
  await openFile('Ana')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No se ha podido leer/)
})

test('a double press on adding hits no row', async () => {
  await page.viewport(320, 700)
  await open()
  await panel.click()
  const many = Array.from({ length: 12 }, (_, at) => `Ana ${at};Calle Sol ${at};42001;Soria`)
  await field.fill(many.join('\n'))
  await button('Añadir estas filas').dblClick()
  await expect.element(said()).toHaveTextContent('12 destinatarios añadidos.')
  expect(names()).toHaveLength(12)
})
