import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { sampleRecipient } from '@lacre/letter/address/samples.ts'
import { cents } from '@lacre/letter/price/money.ts'
import type { Price } from '@lacre/letter/price/price.ts'
import type { Address } from '@lacre/letter/address/address.ts'
import '../../styles/site.css'
import { useAddresses } from '../addresses/use-addresses.ts'
import { refusalsOf, type Refusals } from './recipient-words.ts'
import { Several } from './several.tsx'
import { useRecipients } from './use-recipients.ts'

const entry = (id: string, address: Address) => ({ id, version: 1, address })
const book = ['Eva Gil', 'Marta Sanz'].map((name, n) => entry(`e${n}`, { ...sampleRecipient, name }))

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('token', 't')
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ entries: book })))
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

function Panel({ text, refusals }: { text: () => string; refusals: Refusals }) {
  const { addresses, change } = useAddresses()
  const recipients = useRecipients(addresses, change)
  const price: Price = { lines: [], total: cents(329 * (1 + recipients.others.length)), currency: 'eur' }
  return <Several recipients={recipients} refusals={refusals} price={price} letterText={text} />
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Destinatarios' })
const rows = () => dialog().getByRole('list').last().getByRole('listitem')
const nameOf = (row: Element) => row.querySelector('strong')?.textContent
const names = () => rows().elements().map(nameOf)
const said = () => dialog().getByRole('status')
const first = () => JSON.parse(localStorage.getItem('destinationAddress') ?? 'null') as Address | null
const others = () => JSON.parse(localStorage.getItem('otherRecipients') ?? '[]') as Address[]

async function open(text: string | (() => string) = '<p>Hola</p>', refusals = refusalsOf([])) {
  const drawn = await render(
    <Panel text={typeof text === 'string' ? () => text : text} refusals={refusals} />,
  )
  await page.getByRole('button', { name: /Enviar a varias personas|Ver los destinatarios/ }).click()
  await expect.element(dialog()).toBeVisible()
  return drawn
}
async function paste(text: string) {
  const field = page.getByRole('textbox', { name: 'Una fila por persona' })
  if (!field.query()?.checkVisibility()) await page.getByText('Pegar una lista o abrir un archivo').click()
  await field.fill(text)
  await button('Añadir estas filas').click()
}
/** A row, an address in lines, and what is neither. */
const three =
  'Ana Ruiz;Calle Larios 3;29005;Málaga\nLuis Gil\nGran Vía 10\n28013 Madrid\n\nEva Pons|Calle Mayor'

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

test('who is there already is told and not taken twice; a removed one gives the place in the panel to the next', async () => {
  await open()
  await paste(three)
  await paste('ANA RUIZ;Calle Larios 3;29005;Málaga\nMarta;Calle Sol 1;42001;Soria')
  await expect.element(said()).toHaveTextContent('1 destinatario añadido. Ya estaba en la lista: ANA RUIZ.')
  await rows().nth(0).getByRole('button', { name: 'Quitar' }).click()
  await expect.element(said()).toHaveTextContent('Se ha quitado a Ana Ruiz.')
  expect([first()?.name, others().map(({ name }) => name)]).toEqual(['Luis Gil', ['Eva Pons', 'Marta']])
})

test('two quick presses take out one of them; by keyboard one goes on in the row that comes to stand there', async () => {
  await open()
  await paste(['Ana', 'Eva', 'Luis', 'Marta'].map((name) => `${name};Calle Sol 1;42001;Soria`).join('\n'))
  await rows().nth(1).getByRole('button', { name: 'Quitar' }).dblClick()
  expect(names()).toEqual(['Ana', 'Luis', 'Marta'])

  const quitar = rows().nth(1).getByRole('button', { name: 'Quitar' }).element()
  if (quitar instanceof HTMLElement) quitar.focus()
  await userEvent.keyboard('{Enter}')
  expect(names()).toEqual(['Ana', 'Marta'])
  await expect.element(rows().nth(1)).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  expect(names()).toEqual(['Ana'])
  await expect.element(rows().nth(0)).toHaveFocus()
})

test('a wrong row is corrected in the form', async () => {
  await open()
  await paste(three)
  await rows().nth(2).getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Ciudad' }).fill('Soria')
  await page.getByRole('textbox', { name: 'Código postal' }).fill('42001')
  await button('Guardar').click()
  await expect.element(dialog()).not.toMatchTextContent(/por corregir|Se pegó/)
  expect(others()[1]).toMatchObject({ name: 'Eva Pons', city: 'Soria', postalCode: '42001' })
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

test('whom the book has is added with one press, two presses add no other, and nothing moves', async () => {
  await open()
  await page.getByText('Elegir de la libreta de direcciones').click()
  const eva = page.getByRole('button', { name: /^Añadi/ }).first()
  await expect.element(eva).toBeVisible()
  const before = eva.element().getBoundingClientRect()
  await eva.dblClick()
  await expect.element(said()).toHaveTextContent('Se ha añadido a Eva Gil.')
  expect(names()).toEqual(['Eva Gil'])
  expect(eva.element().getBoundingClientRect()).toEqual(before)
  await page.getByRole('searchbox').fill('mar')
  await button('Añadir').click()
  await expect.element(said()).toHaveTextContent('Se ha añadido a Marta Sanz.')
  expect(names()).toEqual(['Eva Gil', 'Marta Sanz'])
  await page.getByRole('searchbox').fill('luis')
  await expect.element(page.getByText('No hay nadie en su libreta con ese nombre.')).toBeVisible()
})

test('nothing moves when the address book comes', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.mocked(window.fetch).mockImplementation(() => promise.then((answer) => answer.clone()))
  await open()
  const paste = page.getByText('Pegar una lista o abrir un archivo')
  const before = paste.element().getBoundingClientRect()
  resolve(Response.json({ entries: book }))
  await page.getByText('Elegir de la libreta de direcciones').click()
  await expect.element(page.getByText(/Marta Sanz/)).toBeVisible()
  await page.getByText('Elegir de la libreta de direcciones').click()
  expect(paste.element().getBoundingClientRect()).toEqual(before)
})

test('before there is anybody, no price is said of nobody', async () => {
  await open()
  await expect.element(dialog().getByRole('heading', { name: '0 destinatarios', exact: true })).toBeVisible()
})

test('what another tab changes is seen here, before this one writes over it', async () => {
  const [ana, eva, luis] = ['Ana', 'Eva', 'Luis'].map((name) => ({ ...sampleRecipient, name }))
  localStorage.setItem('destinationAddress', JSON.stringify(ana))
  localStorage.setItem('otherRecipients', JSON.stringify([eva, luis]))
  await open()
  expect(names()).toEqual(['Ana', 'Eva', 'Luis'])
  localStorage.setItem('destinationAddress', JSON.stringify(eva))
  localStorage.setItem('otherRecipients', JSON.stringify([luis]))
  for (const key of ['destinationAddress', 'otherRecipients'])
    dispatchEvent(new StorageEvent('storage', { key }))
  await expect.poll(names).toEqual(['Eva', 'Luis'])
})

test('the letter is looked at once, not at every key in a row', async () => {
  const text = vi.fn(() => '<p>Querida {nombre}:</p>')
  await open(text)
  await paste('Ana Ruiz;Calle Sol 1;42001;Soria')
  const called = dialog().getByRole('textbox', { name: 'Nombre en la carta' })
  await expect.element(called).toHaveValue('Ana')
  const before = text.mock.calls.length
  await called.click()
  await userEvent.keyboard(' María')
  expect(text.mock.calls.length).toBe(before)
})

test('who is refused for what the letter calls them may be called otherwise', async () => {
  const eva = { ...sampleRecipient, name: 'Eva', called: 'エ' }
  localStorage.setItem('destinationAddress', JSON.stringify(eva))
  await open(
    '<p>Querida {nombre}:</p>',
    refusalsOf([{ recipient: eva, detail: 'No se puede imprimir «エ».' }]),
  )
  await expect.element(dialog()).toMatchTextContent(/No se puede imprimir/)
  const called = dialog().getByRole('textbox', { name: 'Nombre en la carta' })
  await called.fill('')
  await expect.element(called).toHaveAttribute('placeholder', 'Eva')
  await expect.element(dialog()).not.toMatchTextContent(/No se puede imprimir/)
})

test('where the letter says {nombre}, each row shows the name, and another may be written', async () => {
  const { unmount } = await open('<p>Querida {nombre}:</p>')
  await paste('Sra. María José Ruiz;Calle Sol 1;42001;Soria\nFamilia Gil;Calle Sol 2;42001;Soria')
  const called = () => dialog().getByRole('textbox', { name: 'Nombre en la carta' })
  await expect.element(called().nth(0)).toHaveValue('María')
  await expect.element(called().nth(1)).toHaveValue('Familia Gil')
  await userEvent.fill(called().nth(0), 'María José')
  expect(first()).toMatchObject({ called: 'María José' })
  await unmount()

  await open('<p>Hola</p>')
  expect(called().elements()).toEqual([])
})

test('whoever comes to stand in the panel is not written to twice', async () => {
  const [ana, eva] = ['Ana', 'Eva'].map((name) => ({ ...sampleRecipient, name }))
  localStorage.setItem('destinationAddress', JSON.stringify(ana))
  localStorage.setItem('otherRecipients', JSON.stringify([eva, { ...ana, name: 'ANA' }]))
  await open()
  expect(names()).toEqual(['Ana', 'Eva'])
})

test('what the server said of one stands at it until its address is another', async () => {
  localStorage.setItem('destinationAddress', JSON.stringify({ ...sampleRecipient, name: 'Ana' }))
  localStorage.setItem('otherRecipients', JSON.stringify([{ ...sampleRecipient, name: 'Eva' }]))
  const refused = { recipient: { ...sampleRecipient, name: 'Eva' }, detail: 'No cabe en la ventanilla.' }
  await open('<p>Hola</p>', refusalsOf([refused]))
  await expect.element(rows().nth(1)).toMatchTextContent(/No cabe en la ventanilla/)
  await rows().nth(1).getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Calle' }).fill('Calle Sol 1')
  await button('Guardar').click()
  await expect.element(dialog()).not.toMatchTextContent(/No cabe/)
})
