import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { buttons, opened, paid, show } from './testing/shown-letter.tsx'

afterEach(() => vi.restoreAllMocks())

const main = () =>
  [...document.querySelectorAll('article button, article a')].filter((one) => /primary/.test(one.className))

test('a paid letter shows the coming steps, one primary button and a folded receipt', async () => {
  await show({}, opened)
  const steps = screen.getByRole('listitem')
  await expect.element(screen.getByText('Se imprime')).toBeVisible()
  expect(
    steps.elements().map(({ textContent }) => textContent?.replace(/ (el|hoy|mañana).*| hacia.*/, '')),
  ).toEqual([
    expect.stringMatching(/^Pagada/),
    expect.stringMatching(/^Se imprime/),
    expect.stringMatching(/^Se entrega a Correos/),
    'Llega',
  ])
  expect(main().map(({ textContent }) => textContent)).toEqual(['Escribir otra como esta'])
  expect(buttons()).not.toContain('Imprimir el recibo')
  await screen.getByRole('button', { name: 'Recibo y factura' }).click()
  await expect.element(screen.getByRole('button', { name: 'Imprimir el recibo' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Factura' })).toBeVisible()
})

test('the message after cancelling is in view and focused', async () => {
  const cancelled = { ...paid, state: 'cancelled', cancellable: false } satisfies LetterDetail
  await show({}, opened, { answers: { [`/letters/${paid.id}/cancel`]: cancelled } })
  const cancel = screen.getByRole('button', { name: 'Cancelar y devolver el dinero' })
  await cancel.click()
  scrollTo(0, document.body.scrollHeight)
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  const said = screen.getByText('La carta se ha cancelado.')
  await expect.element(said).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toBe('La carta se ha cancelado.')
})

const listed = (count: number, changes: Partial<LetterDetail> = {}): LetterDetail[] =>
  Array.from({ length: count }, (_, at) => ({
    ...paid,
    id: `3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8${10 + at}`,
    recipient: `Ana ${at}`,
    firstWords: `Querida Ana ${at}: te escribo`,
    ...changes,
  }))

test.each([
  [7, 0],
  [8, 1],
])('a list of %i letters has %i searches, and shows the first words of each', async (count, searches) => {
  await show({}, '', { listed: listed(count) })
  await expect.element(screen.getByText('Querida Ana 6: te escribo')).toBeVisible()
  expect(screen.getByLabelText('Destinatario o ciudad').elements()).toHaveLength(searches)
})

test('an order shows its state once and is cancelled as a whole; letters in print stay and are named', async () => {
  const order = { id: '5f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4', letters: 3, total: 987 }
  const letters = listed(3, { order })
  const after = letters.map((one, at): LetterDetail => ({
    ...one,
    state: at === 1 ? 'batched' : 'cancelled',
  }))
  await show({}, '', { listed: letters, answers: { [`/orders/${order.id}/cancel`]: { letters: after } } })
  await expect.element(screen.getByText(/espera a imprimirse/)).toBeVisible()
  expect(screen.getByText(/espera a imprimirse/).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Cancelar el pedido' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancelar el pedido' }).click()
  await expect
    .element(screen.getByText('2 cartas se han cancelado. Sigue su camino: Ana 1 (en la imprenta).'))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Cancelar el pedido' })).not.toBeInTheDocument()
})
