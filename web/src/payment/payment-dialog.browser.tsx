import { page, userEvent } from 'vitest/browser'
import { describe, expect, test } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { PaymentProps } from '../outside/card-form.ts'
import { preparedLetter } from '../write/testing/prepared-letter.ts'
import { button, onClose, onPaid, openPayment, payWith, sandbox, succeeded } from './testing/open-payment.tsx'

const letter: CreatedLetter = {
  ...preparedLetter,
  pages: 3,
  sheets: 2,
  lines: [
    { code: 'postage', label: 'Franqueo nacional ordinario', cents: 89 },
    { code: 'service', label: 'Servicio', cents: 350 },
    { code: 'launch-discount', label: 'Descuento de lanzamiento', cents: -110 },
  ],
}
payWith({ cards: { kind: 'sandbox', methods: ['card'] }, cutOff: { hour: 17, minute: 30 } })

async function open(changes: Partial<CreatedLetter> = {}, ...others: PaymentProps['letters'][number][]) {
  await openPayment([{ letter: { ...letter, ...changes }, recipient: sampleRecipient }, ...others])
  await page.getByLabelText('Número de tarjeta').fill('4242 4242 4242 4242')
  await page.getByLabelText('Caducidad').fill('12/34')
  await page.getByLabelText('CVC').fill('123')
}

describe('Finalizar Pago (specification, section 2)', () => {
  test('[9.14] at most 450 px wide, with letter and price', async () => {
    await open()
    expect(page.getByRole('radio').elements()).toEqual([]) // one way to pay is no choice
    const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
    expect(getComputedStyle(dialog.element()).maxWidth).toBe('450px')
    for (const text of ['Antonio Pérez Molina', '3 páginas en 2 hojas', '−1,10 €', '3,29 €'])
      await expect.element(dialog).toMatchTextContent(new RegExp(text))
  })

  test('[2.51, 4.4] Pagar ahora reads Procesando... while busy, and nothing else can be pressed; then it is paid', async () => {
    const answer = Promise.withResolvers<unknown>()
    sandbox.answers = [answer.promise]
    await open()
    await button('Pagar ahora').click()
    await expect.element(button('Procesando...')).toBeDisabled()
    await expect.element(button('Cancelar')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    answer.resolve(succeeded)
    await expect.poll(() => onPaid).toHaveBeenCalledOnce()
  })

  test('a payment cancelled meanwhile accepts no card, and the box says what to do (design/sending.md#same-letter-same-intent)', async () => {
    sandbox.answers = [
      { error: { message: 'Este pago se ha cancelado.', payment_intent: { status: 'canceled' } } },
    ]
    await open()
    await button('Pagar ahora').click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(
        /cancelado\..*demasiadas tarjetas seguidas.*pulse Enviar otra vez, o Pagar en «Mis cartas»/,
      )
    await expect.element(button('Pagar ahora')).toHaveFocus()
    await expect.element(button('Pagar ahora')).toBeDisabled()
    await button('Cancelar').click()
    expect(onClose).toHaveBeenCalledOnce()
  })

  test.each([
    ['Cancelar', () => button('Cancelar').click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('[4.7] %s closes it', async (_, close) => {
    await open()
    await close()
    await expect.poll(() => onClose).toHaveBeenCalledOnce()
  })
})

test.each([
  ['', '12/34', '123', 'El número de la tarjeta está incompleto.'],
  ['4242424242424242', '13/34', '123', 'La fecha de caducidad está incompleta.'],
  ['4242424242424242', '1/34', 'ab', 'El código de seguridad está incompleto.'],
])('sandbox: %j %j %j is refused without a call', async (number, expiry, cvc, message) => {
  await open()
  await page.getByLabelText('Número de tarjeta').fill(number)
  await page.getByLabelText('Caducidad').fill(expiry)
  await page.getByLabelText('CVC').fill(cvc)
  await button('Pagar ahora').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  expect(sandbox.asked).toEqual([])
})

test.each([
  [
    'has the sample as its recipient (design/sending.md#sample-addresses)',
    { sampleRecipient: true },
    /La carta iría a la de ejemplo/,
    'Es de verdad para Antonio Pérez Molina',
  ],
  [
    'has the sample as its sender (design/sending.md#sample-addresses)',
    { sampleSender: true },
    /ahí volvería la carta/,
    'Es de verdad de Lucía Romero Vega',
  ],
  [
    'was paid before',
    { paidBefore: '2026-11-21T13:03:00.000Z' },
    /misma carta el 21 de noviembre a las 14:03\./,
    'Quiero enviarla otra vez.',
  ],
])('a letter that %s is paid only after a tick', async (_, changes, words, meant) => {
  sandbox.answers = [succeeded]
  await open(changes)
  await expect.element(page.getByRole('dialog')).toMatchTextContent(words)
  await expect.element(button('Pagar ahora')).toBeDisabled()
  await page.getByRole('checkbox', { name: meant }).click()
  await button('Pagar ahora').click()
  await expect.poll(() => onPaid).toHaveBeenCalledOnce()
})

test('a letter to its sender needs a tick, however both addresses are written', async () => {
  sandbox.answers = [succeeded]
  const sender = { ...sampleRecipient, name: 'Eva Gil', street: 'CALLE SOL 1,  2.º B', country: 'Spain' }
  const recipient = { ...sender, street: 'Calle Sol, 1, 2º B', postalCode: 'ES-28008' }
  await open({}, { letter: { ...letter, id: 'l2' }, recipient, sender })
  await expect.element(button('Pagar ahora')).toBeDisabled()
  await page.getByRole('checkbox', { name: /El destinatario y el remite son el mismo/ }).click()
  await button('Pagar ahora').click()
  await expect.poll(() => onPaid).toHaveBeenCalledOnce()
})

test('a letter to another person at the same address needs none', async () => {
  const sender = { ...sampleRecipient, name: 'Eva Gil' }
  await open({}, { letter: { ...letter, id: 'l2' }, recipient: { ...sender, name: 'Luis Gil' }, sender })
  await expect.element(button('Pagar ahora')).toBeEnabled()
})

test('each of several letters shows its greeting before payment (design/sending.md#several-recipients)', async () => {
  const recipient = { ...sampleRecipient, name: 'Tía Rosario' }
  await open({}, { letter: { ...letter, id: 'l2' }, recipient, greets: true })
  await expect
    .element(page.getByText('Tía Rosario, Madrid · «Querida tía Rosario» · 3 páginas'))
    .toBeVisible()
})

test('names which of several letters was paid before (design/sending.md#several-recipients)', async () => {
  const eva = { ...sampleRecipient, name: 'Eva Gil' }
  await open({}, { letter: { ...letter, id: 'l2', paidBefore: '2026-11-21T13:03:00.000Z' }, recipient: eva })
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect.element(dialog).toMatchTextContent(/Eva Gil: Ya ha pagado esta misma carta el 21 de noviembre/)
  await expect.element(dialog).toMatchTextContent(/Total \(IVA incluido\)6,58 €/)
  await expect.element(button('Pagar ahora')).toBeDisabled()
})

test('paid before and to the sample recipient: needs both ticks, which can be removed', async () => {
  await open({ paidBefore: '2026-11-21T13:03:00.000Z', sampleRecipient: true })
  const [first, second] = page.getByRole('checkbox').all()
  await first!.click()
  await expect.element(button('Pagar ahora')).toBeDisabled()
  await second!.click()
  await expect.element(button('Pagar ahora')).toBeEnabled()
  await first!.click()
  await expect.element(button('Pagar ahora')).toBeDisabled()
})

test('the page behind is inert and gets its focus back', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  root.id = 'root'
  const opener = root.appendChild(document.createElement('button'))
  const { unmount } = await openPayment([{ letter, recipient: sampleRecipient }], opener)
  expect([root.inert, root.contains(document.activeElement)]).toEqual([true, false])
  await unmount()
  expect([root.inert, document.activeElement]).toEqual([false, opener])
  root.remove()
})

test('the terms stand beside Pagar ahora and open in another tab', async () => {
  await open()
  await expect
    .element(page.getByText(/^Al pagar acepta las/))
    .toMatchTextContent(/condiciones; al ser personal no admite desistimiento.*gratis hasta .+ a las 17:30/)
  const terms = page.getByRole('link', { name: 'condiciones' }).element()
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms-of-use', '_blank'])
})
