import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { emptyAddress, sampleRecipient } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { returnReasons } from '@lacre/letter/print-room/reasons.ts'
import { CameBack } from './again.tsx'
import { paid } from './testing/shown-letter.tsx'

const returned: LetterDetail = {
  ...paid,
  state: 'returned',
  destination: { ...sampleRecipient, name: 'Ana Ruiz' },
  postedAt: '2026-11-03T17:00:00Z',
  cancellable: false,
  returnReason: 'Esa dirección no existe.',
  now: '2026-11-21T09:00:00Z',
  history: [{ at: '2026-11-20T09:00:00Z', from: 'posted', to: 'returned', cause: 'operator' }],
}
const offer = screen.getByRole('button', { name: 'Corregir la dirección y enviarla otra vez' })
const onChange = vi.fn()
const show = (changes: Partial<LetterDetail> = {}, isErased = false) =>
  render(<CameBack letter={{ ...returned, ...changes }} isErased={isErased} onChange={onChange} />)
const second = { id: '4f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4', createdAt: '2026-11-21T09:00:00Z' }

beforeEach(() => {
  onChange.mockReset()
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({}, { status: 404 })))
})
afterEach(() => vi.restoreAllMocks())

test('a returned letter shows the reason, the deadline and the price of sending it again (design/letter.md#came-back)', async () => {
  await show()
  await expect.element(screen.getByText('Esa dirección no existe.')).toBeVisible()
  await expect
    .element(screen.getByText(/solo el franqueo, 0,89 €\. Puede hacerlo hasta el 20 de diciembre de 2026/))
    .toBeVisible()
  await expect.element(offer).toBeVisible()
})

test('for a deceased recipient it asks for no correction and offers another recipient', async () => {
  await show({ returnReason: returnReasons.deceased })
  await expect
    .element(screen.getByText(/^Lo sentimos mucho\. Si quiere que la reciba otra persona/))
    .toBeVisible()
  await expect.element(screen.getByText(/corrija|corregir/i)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Enviarla a otra persona' }).click()
  await expect.element(screen.getByLabelText('Nombre completo')).toHaveValue('')
  await expect.element(screen.getByLabelText('Ciudad')).toHaveValue(sampleRecipient.city)
})

test('once its content is erased it offers nothing and says why', async () => {
  await show({ destination: emptyAddress, origin: emptyAddress }, true)
  await expect.element(screen.getByText(/30 días después de volver borramos su texto/)).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
})

test('once refunded it offers nothing and says why', async () => {
  await show({ givenBack: true })
  await expect.element(screen.getByText(/le hemos devuelto su dinero/)).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
})

test.each([
  ['frozen', 'Preparada otra vez el 21 de noviembre de 2026', 1],
  ['paid', 'Enviada otra vez el 21 de noviembre de 2026', 0],
] as const)('with a second that is %s it links to that one: %s', async (state, name, offers) => {
  await show({ again: { ...second, state } })
  await expect
    .element(screen.getByRole('link', { name }))
    .toHaveAttribute('href', `/my-letters?carta=${second.id}`)
  expect(offer.elements()).toHaveLength(offers)
})

test('a refusal is shown in the form, which stays open', async () => {
  const detail = 'La dirección del destinatario no cabe en la ventana del sobre.'
  vi.spyOn(window, 'fetch').mockImplementation((path) =>
    Promise.resolve(
      Response.json({ detail }, { status: path === `/letters/${returned.id}/again` ? 422 : 404 }),
    ),
  )
  await show()
  await offer.click()
  await screen.getByLabelText('Ciudad').fill('Soria')
  await screen.getByRole('button', { name: 'Continuar al pago' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(detail)
  expect(onChange).not.toHaveBeenCalled()
})

test('the sender reports a return together with the new address; an unchanged address needs a confirmation', async () => {
  const paths: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation((path) => {
    paths.push(path)
    const isOwn = path === `/letters/${returned.id}/came-back`
    return Promise.resolve(isOwn ? Response.json(returned) : Response.json({ detail: 'No' }, { status: 404 }))
  })
  const sent = () => paths.filter((path) => typeof path === 'string' && path.startsWith('/letters/'))
  await show({ state: 'posted', returnable: true, returnReason: null })
  await screen.getByRole('button', { name: '¿Le ha vuelto? Envíela otra vez por 0,89 €' }).click()
  await screen.getByRole('button', { name: 'Continuar al pago' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Es la misma dirección. ¿Enviarla ahí otra vez?')
  await expect.element(screen.getByRole('alert')).toBeInViewport({ ratio: 1 })
  expect(sent()).toEqual([])
  await screen.getByRole('button', { name: 'Sí, enviarla ahí' }).click()
  await expect.poll(sent).toEqual([`/letters/${returned.id}/came-back`, `/letters/${returned.id}/again`])
})
