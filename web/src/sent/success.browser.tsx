import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepLetter } from '../drafts/testing/journal.ts'
import Success from './success.tsx'

const before = location.href

const kept = { letterContent: '<p>Hola</p>', pendingLetter: '{"content":"<p>La otra</p>"}', theme: 'light' }
const isKept = () => Object.entries(kept).filter(([key, value]) => localStorage.getItem(key) === value)

beforeEach(() => {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', before)
})

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

test.each(['', '?redirect_status=succeeded&payment_intent_client_secret=x'])(
  '[2.76] success: opened by /success%s it clears the draft (specification, section 2)',
  async (query) => {
    history.replaceState(null, '', `/success${query}`)
    await render(<Success />)
    await expect.element(heading('¡Pedido realizado con éxito!')).toBeVisible()
    await expect.poll(isKept).toEqual([['theme', 'light']])
    expect(location.search).toBe('')
  },
)

test.each([
  ['failed', 'El pago no se ha completado', 'Volver a la carta', '/write'],
  ['pending', 'El pago está en curso', 'Ver la carta', '/my-letters?carta=l1'],
])(
  '[2.76] success: redirected with %s nothing is cleared, by a reload neither (design/writing.md#success-archives-first)',
  async (status, title, wayOn, href) => {
    sessionStorage.setItem('payingLetter', JSON.stringify({ letter: 'l1' }))
    history.replaceState(null, '', `/success?redirect_status=${status}&payment_intent_client_secret=x`)
    const first = await render(<Success />)
    await expect.element(heading(title)).toBeVisible()
    expect(location.search).toBe('')
    await first.unmount()

    await render(<Success />)
    await expect.element(heading(title)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: wayOn })).toHaveAttribute('href', href)
    expect(isKept()).toEqual(Object.entries(kept))
  },
)

/** Delays opening the database until the returned function is called. */
function holdJournal() {
  const open = indexedDB.open.bind(indexedDB)
  const held = new EventTarget() as IDBOpenDBRequest
  vi.spyOn(indexedDB, 'open').mockReturnValue(held)
  return () => {
    vi.restoreAllMocks()
    const opening = open('lacre', 1)
    opening.addEventListener('success', () => {
      Object.defineProperty(held, 'result', { value: opening.result })
      held.dispatchEvent(new Event('success'))
    })
  }
}

test('success: a reload before archiving still clears the draft (design/writing.md#success-archives-first)', async () => {
  history.replaceState(null, '', '/success')
  holdJournal()
  const first = await render(<Success />)
  await expect.element(heading('¡Pedido realizado con éxito!')).toBeVisible()
  await first.unmount()
  vi.restoreAllMocks()
  expect(localStorage.getItem('letterContent')).toBe('<p>Hola</p>')

  await render(<Success />)
  await expect.poll(() => localStorage.getItem('letterContent')).toBeNull()
})

test('success: a text that could not be archived stays and is retried at the next opening (design/writing.md#success-archives-first, design/sending.md#nothing-lost-on-error)', async () => {
  history.replaceState({ letter: 'l9' }, '', '/success')
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const first = await render(<Success />)
  await expect.poll(() => log.mock.calls).toHaveLength(1)
  expect(String(log.mock.calls)).not.toContain('Hola')
  await first.unmount()
  vi.restoreAllMocks()
  expect(localStorage.getItem('letterContent')).toBe('<p>Hola</p>')

  await render(<Success />)
  await expect.poll(() => localStorage.getItem('letterContent')).toBeNull()
  await expect.poll(() => history.state as unknown).toEqual({ draft: 'none', letter: 'l9' })
})

test('success: leaving before archiving and coming back keeps the next letter (design/writing.md#success-archives-first)', async () => {
  history.replaceState({ letter: 'l9', draft: await keepLetter('<p>Hola</p>') }, '', '/success')
  const goOn = holdJournal()
  const first = await render(<Success />)
  await expect.element(heading('¡Pedido realizado con éxito!')).toBeVisible()
  history.pushState(null, '', '/write')
  await first.unmount()
  goOn()
  await expect.poll(() => localStorage.getItem('letterContent')).toBeNull()
  expect(history.state).toBeNull()

  localStorage.setItem('letterContent', '<p>Otra</p>')
  const came = new Promise((done) => addEventListener('popstate', done, { once: true }))
  history.back()
  await came
  const entries = vi.spyOn(history, 'replaceState')
  await render(<Success />)
  await expect.poll(() => entries.mock.calls.length).toBe(2) // at the opening, and when the archive has answered
  expect(localStorage.getItem('letterContent')).toBe('<p>Otra</p>')
})

test('success: a failed redirect does not affect the next payment', async () => {
  history.replaceState(null, '', '/success?redirect_status=failed')
  const first = await render(<Success />)
  await expect.element(heading('El pago no se ha completado')).toBeVisible()
  await first.unmount()

  history.pushState(null, '', '/success')
  await render(<Success />)
  await expect.element(heading('¡Pedido realizado con éxito!')).toBeVisible()
  await expect.poll(() => localStorage.getItem('letterContent')).toBeNull()
})

test.each([
  [null, 'Hasta que empecemos a imprimirla', '26 de noviembre de 2026'],
  // Paid on a Saturday: posted on Monday.
  ['2026-11-23T16:30:00Z', /^Hasta el lunes 23/, '27 de noviembre de 2026'],
])(
  'success: by the provider’s own address it still knows which letter was paid, and that another draft stays; cancellable until %s',
  async (cancelUntil, until, arrival) => {
    localStorage.setItem('token', 't')
    sessionStorage.setItem('payingLetter', JSON.stringify({ letter: 'l1', draft: 'none' }))
    const frozen = { state: 'frozen', paidAt: null, destination: { name: 'Ana', city: 'Soria' }, now: '' }
    const paid = {
      ...frozen,
      state: 'paid',
      paidAt: '2026-11-21T09:00:00Z',
      cancellable: true,
      cancelUntil,
      returnable: false,
      firstWords: 'Hola',
      now: '2026-11-21T09:00:00Z',
    }
    const answers = [frozen, paid]
    const asked = vi
      .spyOn(window, 'fetch')
      .mockImplementation((path) =>
        Promise.resolve(
          path === '/config' ? Response.json({}, { status: 404 }) : Response.json(answers.shift()),
        ),
      )
    history.replaceState(null, '', '/success?redirect_status=succeeded&payment_intent_client_secret=x')
    await render(<Success />)
    await expect.element(screen.getByText('Ana, Soria')).toBeVisible()
    await expect.element(screen.getByText(until)).toBeVisible()
    await expect.element(screen.getByText(arrival)).toBeVisible()
    expect(asked.mock.calls.map(([path]) => path).filter((path) => path !== '/config')).toEqual(
      Array(2).fill('/letters/l1'),
    )
    expect(localStorage.getItem('letterContent')).toBe('<p>Hola</p>')
    expect([location.search, sessionStorage.length]).toEqual(['', 0])
  },
)
