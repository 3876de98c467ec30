import { page, userEvent } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import {
  book,
  button,
  dialog,
  first,
  keepRecipients,
  names,
  onGreet,
  open,
  others,
  panel,
  paste,
  rows,
  said,
  three,
  withBook,
} from '../testing/recipients-list.tsx'
import { refusalsOf } from './recipients.ts'

withBook()

test('a duplicate is reported and not added; removing the first moves the next to the panel', async () => {
  await open()
  await paste(three)
  await expect.element(said()).toHaveTextContent('3 destinatarios añadidos.')
  await paste('ANA RUIZ;Calle Larios 3;29005;Málaga\nMarta;Calle Sol 1;42001;Soria')
  await expect.element(said()).toHaveTextContent('1 destinatario añadido. Ya estaba en la lista: ANA RUIZ.')
  await rows().nth(0).getByRole('button', { name: 'Quitar' }).click()
  await expect.element(said()).toHaveTextContent('Se ha quitado a Ana Ruiz.')
  expect([first()?.name, others().map(({ name }) => name)]).toEqual(['Luis Gil', ['Eva Pons', 'Marta']])
})

test('a double press removes one recipient; by keyboard the next row gets the focus', async () => {
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

test('one press leads to the first wrong recipient in a long list', async () => {
  await open()
  await paste(`Ana;Calle Sol 1;42001;Soria\nLuis;Calle Sol 1;42001;Soria\nEva;Calle Sol 1\nMarta;Calle Sol 1`)
  await button('Ir al primero').click()
  await expect.element(rows().nth(2)).toHaveFocus()
})

test('one press adds a book entry, a double press adds no other, and nothing moves', async () => {
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

test('nothing moves when the address book loads', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.mocked(window.fetch).mockImplementation(() => promise.then((answer) => answer.clone()))
  await open()
  const before = panel.element().getBoundingClientRect()
  resolve(Response.json({ entries: book }))
  await page.getByText('Elegir de la libreta de direcciones').click()
  await expect.element(page.getByText(/Marta Sanz/)).toBeVisible()
  await page.getByText('Elegir de la libreta de direcciones').click()
  expect(panel.element().getBoundingClientRect()).toEqual(before)
})

test('an empty list shows no price', async () => {
  await open()
  await expect.element(dialog().getByRole('heading', { name: '0 destinatarios', exact: true })).toBeVisible()
})

test('changes of another tab are shown before this tab saves', async () => {
  keepRecipients('Ana', 'Eva', 'Luis')
  await open()
  expect(names()).toEqual(['Ana', 'Eva', 'Luis'])
  keepRecipients('Eva', 'Luis')
  for (const key of ['destinationAddress', 'otherRecipients'])
    dispatchEvent(new StorageEvent('storage', { key }))
  await expect.poll(names).toEqual(['Eva', 'Luis'])
})

test('removing a recipient in another tab does not misdirect an open form', async () => {
  const [, , , marta] = keepRecipients('Ana', 'Eva', 'Luis', 'Marta')
  await open()
  await rows().nth(2).getByRole('button', { name: 'Editar' }).click()
  keepRecipients('Ana', 'Luis', 'Marta')
  dispatchEvent(new StorageEvent('storage', { key: 'otherRecipients' }))
  await page.getByRole('textbox', { name: 'Calle' }).fill('Calle Sol 1')
  await button('Guardar').click()
  await expect.poll(names).toEqual(['Ana', 'Luis', 'Marta'])
  expect(others()).toMatchObject([{ name: 'Luis', street: 'Calle Sol 1' }, marta])
})

test('the letter is read once, not at every key in a row', async () => {
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

test('a recipient refused for their name in the letter can be renamed', async () => {
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

test('with {nombre} in the letter each row has an editable name', async () => {
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

test('a recipient moved to the panel is not duplicated', async () => {
  keepRecipients('Ana', 'Eva', 'ANA')
  await open()
  expect(names()).toEqual(['Ana', 'Eva'])
})

test('a server refusal stays at its row until the address changes', async () => {
  const [, eva] = keepRecipients('Ana', 'Eva')
  await open('<p>Hola</p>', refusalsOf([{ recipient: eva!, detail: 'No cabe en la ventanilla.' }]))
  await expect.element(rows().nth(1)).toMatchTextContent(/No cabe en la ventanilla/)
  await rows().nth(1).getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Calle' }).fill('Calle Sol 1')
  await button('Guardar').click()
  await expect.element(dialog()).not.toMatchTextContent(/No cabe/)
})

const greetings = () => dialog().getByRole('textbox', { name: 'Saludo' })

test('each recipient has a greeting: guessed, from a column or typed (design/sending.md#several-recipients)', async () => {
  await open()
  await paste(
    'Nombre;Calle;CP;Ciudad;Saludo\nTía Rosario;Calle Sol 1;42001;Soria;\nCruz Gil;Calle Sol 2;42001;Soria;\nEva;Calle Sol 3;42001;Soria;Mi querida Eva',
  )
  await expect.element(greetings().nth(0)).toHaveValue('Querida tía Rosario')
  await expect.element(greetings().nth(1)).toHaveValue('Hola, Cruz')
  await expect.element(greetings().nth(2)).toHaveValue('Mi querida Eva')
  await greetings().nth(1).fill('Querido Cruz')
  expect(others()).toMatchObject([{ greeting: 'Querido Cruz' }, { greeting: 'Mi querida Eva' }])
  await greetings().nth(1).fill('')
  await expect.element(greetings().nth(1)).toHaveAttribute('placeholder', 'Hola, Cruz')
})

test('Insertar saludo inserts the placeholder once', async () => {
  onGreet.mockReset()
  const { unmount } = await open('<p>Queridos todos:</p>')
  await paste(three)
  await button('Insertar saludo').click()
  expect(onGreet).toHaveBeenCalledTimes(1)
  await expect.element(said()).toHaveTextContent('Ahora la carta saluda a cada uno con su saludo.')
  await expect.element(button('Insertar saludo')).not.toBeInTheDocument()
  await unmount()
  await open('<p>{saludo}:</p>')
  await expect.element(greetings().nth(0)).toBeVisible()
  expect(button('Insertar saludo').query()).toBeNull()
})
