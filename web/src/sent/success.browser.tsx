import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import Success from './success.tsx'

const before = location.href

beforeEach(() => localStorage.setItem('letterContent', '<p>Hola</p>'))
afterEach(() => {
  localStorage.clear()
  history.replaceState(null, '', before)
})

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

test.each(['', '?redirect_status=succeeded&payment_intent_client_secret=x'])(
  'success: opened by /success%s it clears the draft (specification, section 2)',
  async (query) => {
    history.replaceState(null, '', `/success${query}`)
    await render(<Success />)
    await expect.element(heading('¡Pedido realizado con éxito!')).toBeVisible()
    await expect.poll(() => localStorage.getItem('letterContent')).toBeNull()
    expect(location.search).toBe('')
  },
)

test('success: after a failed redirect nothing is cleared, by a reload neither (design.md#success-archives-first)', async () => {
  history.replaceState(null, '', '/success?redirect_status=failed&payment_intent_client_secret=x')
  const first = await render(<Success />)
  await expect.element(heading('El pago no se ha completado')).toBeVisible()
  expect(location.search).toBe('')
  await first.unmount()

  await render(<Success />)
  await expect.element(heading('El pago no se ha completado')).toBeVisible()
  expect(localStorage.getItem('letterContent')).toBe('<p>Hola</p>')
})

test('success: a failed redirect says nothing of the next payment', async () => {
  history.replaceState(null, '', '/success?redirect_status=failed')
  const first = await render(<Success />)
  await expect.element(heading('El pago no se ha completado')).toBeVisible()
  await first.unmount()

  history.pushState(null, '', '/success')
  await render(<Success />)
  await expect.element(heading('¡Pedido realizado con éxito!')).toBeVisible()
  await expect.poll(() => localStorage.getItem('letterContent')).toBeNull()
})
