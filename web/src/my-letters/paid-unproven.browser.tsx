import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { emptyAddress } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import { returnReasons } from '@lacre/letter/print-room/reasons.ts'
import { buttons, opened, show } from './testing/shown-letter.tsx'

const figures: Partial<LetterDetail> = {
  access: 'figures',
  recipient: '',
  city: '',
  content: '',
  origin: emptyAddress,
  destination: emptyAddress,
  cancellable: false,
}

afterEach(() => vi.restoreAllMocks())

test('a letter paid before its address was proven is listed without name and page (design/accounts.md#paid-unproven)', async () => {
  await show(figures)
  await expect
    .element(screen.getByRole('link', { name: /^Pagada con su correo, antes de que usted lo confirmara/ }))
    .toBeVisible()
  await expect.element(screen.getByText('Está pagada y espera a imprimirse.')).toBeVisible()
  expect(document.querySelector('[data-page]')).toBeNull()
  await expect.element(screen.getByText('Destinatario borrado')).not.toBeInTheDocument()
})

test('its page says why the text is hidden, and offers only receipt and invoice', async () => {
  await show(figures, opened)
  await expect.element(screen.getByText(/no se muestran ni su texto ni a quién va/)).toBeVisible()
  await expect
    .element(screen.getByText(/Si fue usted, cierre la sesión y entre con la contraseña/))
    .toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Recibo' })).toBeVisible()
  expect(buttons()).toEqual([
    'Recibo y factura',
    'Imprimir el recibo',
    'Descargar la factura simplificada (PDF)',
  ])
})

test('the page of a letter loads only that letter; the list loads when opened', async () => {
  const { navigate } = await show({}, opened)
  await expect.element(screen.getByRole('heading', { name: 'Carta para Luis Gil' })).toBeVisible()
  const asked = () => vi.mocked(fetch).mock.calls.map(([path]) => path)
  expect(asked()).not.toContain('/letters/search')
  navigate('/my-letters')
  await expect.element(screen.getByRole('link', { name: /Luis Gil/ })).toHaveFocus()
  expect(asked()).toContain('/letters/search')
})

test('a returned one says why, and cannot be sent again from there', async () => {
  await show({ ...figures, state: 'returned', returnReason: returnReasons.deceased }, opened)
  await expect.element(screen.getByText(returnReasons.deceased)).toBeVisible()
  expect(buttons()).toEqual([
    'Recibo y factura',
    'Imprimir el recibo',
    'Descargar la factura simplificada (PDF)',
  ])
  await expect.element(screen.getByText(/Ya no se puede enviar otra vez/)).not.toBeInTheDocument()
})

test('the payer reads, downloads and cancels it, but cannot write from it', async () => {
  await show({ access: 'read' }, opened)
  await expect.element(screen.getByRole('heading', { name: 'Carta para Luis Gil' })).toBeVisible()
  const offered = buttons().join(' · ')
  expect(offered).toMatch(/Cancelar/)
  expect(offered).toMatch(/Descargar/)
  expect(offered).not.toMatch(/día|otra como esta|plantilla/)
})

test.each<[LetterAccess, number]>([
  ['full', 1],
  ['read', 0],
])('with access %s the list offers to write another: %i', async (access, offers) => {
  await show({ access })
  await expect.element(screen.getByRole('link', { name: /Luis Gil/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Escribir una carta' }).elements()).toHaveLength(offers)
  expect(screen.getByText(/Otra persona ha confirmado este correo/).elements()).toHaveLength(1 - offers)
})
