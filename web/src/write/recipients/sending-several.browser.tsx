import { page } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { openWrite } from '../testing/open-write.tsx'
import { preparedLetter } from '../testing/prepared-letter.ts'
import { keepRecipients } from '../testing/recipients-list.tsx'

const names = ['Ana Ruiz', 'Eva Gil', 'Luis Sanz']
const line = { code: 'service', label: 'Servicio', cents: 329 }
/** The recipients requested so far; each call waits for its answer. */
let frozen: { name: string; called: string | undefined; answer: (status: number, body?: object) => void }[]
let intents: unknown[]

beforeEach(() => {
  localStorage.setItem('token', 't')
  localStorage.setItem('letterContent', '<p>Hola</p>')
  keepRecipients(...names)
  frozen = []
  intents = []
  vi.spyOn(window, 'fetch').mockImplementation((path, how) => {
    if (path === '/letters/') {
      const { name = '', called } =
        (JSON.parse(how?.body as string) as CreateLetterBody).destinationAddress ?? {}
      const { promise, resolve } = Promise.withResolvers<Response>()
      frozen.push({ name, called, answer: (status, body = {}) => resolve(Response.json(body, { status })) })
      return promise
    }
    if (path === '/stripe/create-payment-intent') {
      intents.push(JSON.parse(how?.body as string))
      return Promise.resolve(Response.json({ clientSecret: 's' }))
    }
    if (path === '/config')
      return Promise.resolve(Response.json({ cards: { kind: 'sandbox', methods: ['card'] } }))
    return Promise.resolve(Response.json({}, { status: 404 }))
  })
})
afterEach(() => vi.restoreAllMocks())

const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Answers the nth request. */
async function answer(nth: number, refusal?: string) {
  await expect.poll(() => frozen.length).toBe(nth + 1)
  if (refusal) return frozen[nth]!.answer(422, { detail: refusal, code: 'recipient-does-not-fit' })
  frozen[nth]!.answer(200, { ...preparedLetter, id: `l${nth}`, lines: [line] })
}

test('letters are prepared one after the other and paid together, with names, towns, pages, lines and total (design/sending.md#several-recipients)', async () => {
  await openWrite()
  await expect.element(page.getByText(/^y 2 más:/)).toBeVisible()
  await button('Enviar').click()
  for (const nth of [0, 1, 2]) {
    await expect.element(page.getByText(`Preparando ${nth + 1} de 3…`)).toBeVisible()
    await answer(nth)
  }
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect.element(dialog).toBeVisible()
  expect(frozen.map(({ name }) => name)).toEqual(names)
  expect(intents).toMatchObject([{ letter_id: 'l0', letters: ['l0', 'l1', 'l2'] }])
  for (const text of ['3 destinatarios', 'Eva Gil, Madrid · 1 página', 'Servicio × 3', '9,87 €'])
    await expect.element(dialog).toMatchTextContent(new RegExp(text))
})

test('a refused recipient is named and does not stop the others; nothing is paid', async () => {
  await openWrite()
  await button('Enviar').click()
  await answer(0)
  await answer(1, 'La dirección no cabe en la ventanilla.')
  await answer(2)
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/preparar la carta para Eva Gil\..*corrija o quite/)
  await expect.element(page.getByText(/^1 destinatario por corregir/)).toBeVisible()
  expect(intents).toEqual([])
  await button('Ver los destinatarios').click()
  await expect.element(page.getByText('La dirección no cabe en la ventanilla.')).toBeVisible()
  await button('Quitar').nth(1).click()
  await button('Listo').click()
  await expect.element(page.getByText(/^y 1 más:/)).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test.each([
  [1280, 700],
  [390, 700],
])('at %i × %i the refusal is fully visible, not behind Enviar', async (width, height) => {
  await page.viewport(width, height)
  await openWrite()
  await button('Enviar').click()
  await answer(0)
  await answer(1, 'La dirección no cabe en la ventanilla.')
  await answer(2)
  await expect.element(page.getByRole('alert')).toBeVisible()
  const edge = (which: 'top' | 'bottom', of: Element) => of.getBoundingClientRect()[which]
  await expect
    .poll(() => edge('bottom', page.getByRole('alert').element()))
    .toBeLessThanOrEqual(edge('top', button('Enviar').element()))
})

test('changing the street in the panel keeps the name used in the letter', async () => {
  localStorage.setItem('destinationAddress', JSON.stringify({ ...sampleRecipient, called: 'Anita' }))
  await openWrite()
  await page.getByRole('region', { name: 'Destinatario' }).getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Calle' }).fill('Calle Nueva, 7')
  await button('Guardar').click()
  await button('Enviar').click()
  await expect.poll(() => frozen.map(({ called }) => called)).toEqual(['Anita'])
})

test('a placeholder split by marks counts', async () => {
  localStorage.setItem('letterContent', '<p>Querida {nom<b>bre</b>}:</p>')
  await openWrite()
  await button('Ver los destinatarios').click()
  await expect.element(page.getByRole('textbox', { name: 'Nombre en la carta' }).first()).toHaveValue('Ana')
})

test('Parar stops after the present letter, and Enviar starts again', async () => {
  await openWrite()
  await button('Enviar').click()
  await answer(0)
  await expect.element(page.getByText('Preparando 2 de 3…')).toBeVisible()
  await button('Parar').click()
  await answer(1)
  await expect.element(button('Parar')).not.toBeInTheDocument()
  expect([frozen.length, intents]).toEqual([2, []])
  await expect.element(button('Enviar')).toHaveFocus()
  await button('Enviar').click()
  await expect.poll(() => frozen.length).toBe(3)
  expect(frozen[2]!.name).toBe('Ana Ruiz')
})

test.each([
  [1280, 1200],
  [1280, 700],
  [390, 700],
])(
  'at %i × %i nothing moves when they begin to be prepared: a second press is none of Parar',
  async (width, height) => {
    await page.viewport(width, height)
    await openWrite()
    await expect.element(page.getByText(/^y 2 más: .*9,87 €/)).toBeVisible() // the price comes later, and takes room
    // Sticky at the bottom: the scroll position decides about half a pixel.
    const place = () => {
      const { x, y, width: wide, height: high } = button('Enviar').element().getBoundingClientRect()
      return [x, y, wide, high].map(Math.round)
    }
    const before = place()
    await button('Enviar').click()
    await expect.element(button('Parar')).toBeVisible()
    expect(place()).toEqual(before)
  },
)

test('Borrar borrador removes all recipients', async () => {
  await openWrite()
  await button('Más herramientas').click()
  await button('Borrar borrador').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar borrador' }).click()
  await expect.element(button('Enviar a varias personas')).toBeVisible()
  expect(localStorage.getItem('otherRecipients')).toBeNull()
})
