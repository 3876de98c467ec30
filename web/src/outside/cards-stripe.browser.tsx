import { StrictMode, useState } from 'react'
import type { PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import { page } from 'vitest/browser'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Cards, Confirm, Confirmation } from './card-form.ts'
import { openCards } from './cards.ts'

/** A stub of the provider's script for its React wrapper; the card form is a word. */
function stripe(confirmPayment: (options: unknown) => Promise<unknown>) {
  const payment = () => {
    const listeners = new Map<string, () => void>()
    return {
      on: (event: string, listener: () => void) => listeners.set(event, listener),
      off: () => undefined,
      once: () => undefined,
      update: () => undefined,
      destroy: () => undefined,
      mount(place: HTMLElement) {
        place.textContent = 'Formulario de Stripe'
        queueMicrotask(() => listeners.get('ready')?.())
      },
    }
  }
  const create = vi.fn((_type: string, _options: unknown) => payment())
  const elements = vi.fn(() => ({
    create,
    getElement: () => null,
    update: () => undefined,
    submit: () => Promise.resolve({}),
  }))
  const unused = () => undefined
  return {
    elements,
    create,
    confirmPayment: vi.fn(confirmPayment),
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
    registerAppInfo: unused,
    _registerWrapper: unused,
  }
}
// The loader caches the first script, so one must serve every test.
let provider: ReturnType<typeof stripe>
const script = Object.assign(() => provider, { version: 'endive' })
function withStripe(instance: typeof provider) {
  provider = instance
  vi.stubGlobal('Stripe', script)
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Form({ cards, onConfirmed }: { cards: Cards; onConfirmed: (confirmation: Confirmation) => void }) {
  const [confirm, setConfirm] = useState<Confirm>()
  const [hand] = useState(() => (given: Confirm | undefined) => setConfirm(() => given))
  return (
    <>
      <cards.CardForm
        takesFocus={false}
        clientSecret="pi_1_secret_2"
        isBusy={false}
        onConfirmable={hand}
        onFailure={() => undefined}
      />
      <button disabled={!confirm} onClick={() => void confirm?.().then(onConfirmed)}>
        Confirmar
      </button>
    </>
  )
}
async function open(onConfirmed = vi.fn(), methods: PaymentMethod[] = ['card']) {
  const cards = await openCards({ kind: 'stripe', publishableKey: 'pk_live_1', methods })
  await render(
    <StrictMode>
      <Form cards={cards} onConfirmed={onConfirmed} />
    </StrictMode>,
  )
  return onConfirmed
}

// These two must run first, before the loader has cached a script.
function watchScripts() {
  const added: string[] = []
  const append = document.head.appendChild.bind(document.head)
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) return append(node)
    added.push(node.src)
    queueMicrotask(() => node.dispatchEvent(new Event('error')))
    return node
  })
  return added
}

test('the sandbox loads nothing of the provider', async () => {
  const added = watchScripts()
  await openCards({ kind: 'sandbox', methods: ['card'] })
  expect(added).toEqual([])
})

test('a script that does not load opens no form', async () => {
  const added = watchScripts()
  await expect(
    openCards({ kind: 'stripe', publishableKey: 'pk_live_1', methods: ['card'] }),
  ).rejects.toThrow()
  expect(added[0]).toMatch(/^https:\/\/js\.stripe\.com\//)
})

test.each([
  [{ paymentIntent: { status: 'succeeded' } }, { is: 'succeeded' }],
  [{ paymentIntent: { status: 'processing' } }, { is: 'processing' }],
  [{ paymentIntent: { status: 'requires_action' } }, { is: 'waiting' }],
  [
    { error: { message: 'Su tarjeta ha sido rechazada.' } },
    { is: 'refused', message: 'Su tarjeta ha sido rechazada.' },
  ],
  [
    { paymentIntent: { status: 'requires_payment_method' } },
    { is: 'refused', message: expect.stringContaining('no se ha completado') },
  ],
])('%j is %j', async (answer, confirmation) => {
  withStripe(stripe(() => Promise.resolve(answer)))
  const onConfirmed = await open()
  await expect.element(page.getByText('Formulario de Stripe')).toBeVisible()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect.poll(() => onConfirmed.mock.calls).toEqual([[confirmation]])
  expect(provider.elements).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: 'pi_1_secret_2' }))
  // Specification, section 7: return address /success, redirect only if required.
  expect(provider.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      redirect: 'if_required',
      confirmParams: { return_url: `${location.origin}/success` },
    }),
  )
})

test.each([
  ['never', ['card', 'bizum']],
  ['auto', ['card', 'wallets']],
] as const)('Apple Pay and Google Pay: %s, with %j (design/money.md#ways-to-pay)', async (shown, methods) => {
  withStripe(stripe(() => Promise.resolve({})))
  await open(vi.fn(), [...methods])
  await expect.element(page.getByText('Formulario de Stripe')).toBeVisible()
  const wallets = { applePay: shown, googlePay: shown }
  expect(provider.create).toHaveBeenCalledWith('payment', expect.objectContaining({ wallets }))
})

test('a lost answer is not shown as a refusal (design/trust.md#unknown-is-a-state)', async () => {
  withStripe(stripe(() => Promise.reject(new Error('network'))))
  const onConfirmed = await open()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect
    .poll(() => onConfirmed)
    .toHaveBeenCalledWith({
      is: 'refused',
      message: expect.stringContaining('la carta no se cobrará dos veces'),
    })
})
