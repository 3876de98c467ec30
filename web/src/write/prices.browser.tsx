import { StrictMode } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { page } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { firstPrices } from '@lacre/letter/price/price.ts'
import { preparedLetter } from './testing/prepared-letter.ts'
import Write from './write.tsx'

/** The answers of the calls. */
let answers: Record<string, object>

beforeEach(() => {
  answers = { '/letters/': preparedLetter, '/stripe/create-payment-intent': { clientSecret: 's' } }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(window, 'fetch').mockImplementation((path) => {
    const body = answers[path as string]
    return Promise.resolve(Response.json(body ?? {}, { status: body ? 200 : 404 }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** StrictMode fetches twice, past the answer cached for the visit. */
async function open() {
  const { hook } = memoryLocation({ path: '/write' })
  await render(
    <StrictMode>
      <Router hook={hook}>
        <Write />
      </Router>
    </StrictMode>,
  )
  await expect.element(button('Enviar')).toBeEnabled()
}
const button = (name: string) => page.getByRole('button', { name })
const newTariff = { from: '2027-01-01', code: 'postage', cents: 96 }
const datedPrices = (...added: object[]) => ({
  cards: { kind: 'sandbox', methods: ['card'] },
  prices: [...firstPrices, ...added],
})

test('the price follows the day on an open page, also to a price added meanwhile (design/money.md#dated-prices)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T22:59:59Z') })
  answers['/config'] = datedPrices()
  await open()
  await expect.element(page.getByText('3,29 €')).toBeVisible()
  answers['/config'] = datedPrices(newTariff)
  vi.setSystemTime(new Date('2026-12-31T23:00:00Z'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('3,36 €')).toBeVisible()
})

test('the dialog shows the charged price, and says when the page had shown another (design/money.md#price-shown-is-charged)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-02T12:00:00Z') })
  localStorage.setItem('token', 't')
  localStorage.setItem('letterContent', '<p>hola</p>')
  answers['/config'] = datedPrices(newTariff)
  await open()
  await expect.element(page.getByText('3,36 €')).toBeVisible()
  await button('Enviar').click()
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect
    .element(dialog)
    .toMatchTextContent(/El precio ha cambiado desde que abrió esta página\..*3,29 €/)
})

test.each([
  ['without a network', () => Promise.reject(new TypeError('no network'))],
  ['while the server gives none', () => Promise.resolve(new Response(null, { status: 503 }))],
])('%s no price is guessed; it is shown once it loads', async (_, noPrices) => {
  const online = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((path) => (path === '/config' ? noPrices() : online(path)))
  await open()
  await expect.element(button('Ver el detalle de costes')).toHaveAttribute('aria-disabled', 'true')
  expect(page.getByText('€').elements()).toEqual([])
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(datedPrices())))
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('3,29 €')).toBeVisible()
})

// Before the tests that teach the page another clock.
test('a device clock before the first price breaks no page', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2021-03-03T10:00:00Z') })
  answers['/config'] = datedPrices()
  await open()
  await expect.element(page.getByText('3,29 €')).toBeVisible()
})

test.each(['2021-03-03T10:00:00Z', '2029-11-27T10:00:00Z'])(
  'a device that says %s: the page lives, shows the day of the server, and says that the clock is off',
  async (device) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(device) })
    vi.spyOn(window, 'fetch').mockImplementation(() =>
      Promise.resolve(Response.json(datedPrices(), { headers: { date: 'Fri, 27 Nov 2026 12:00:00 GMT' } })),
    )
    await open()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('27 de Noviembre 2026')
    await expect
      .element(page.getByText(/El reloj de este equipo no va bien.*27 de noviembre de 2026/))
      .toBeVisible()
    await expect.element(page.getByText('3,29 €')).toBeVisible()
  },
)
