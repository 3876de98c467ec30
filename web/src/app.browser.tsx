import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from './app.tsx'
import { Broken } from './layout/error-page.tsx'
import { open } from './routes.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'

const before = { title: document.title, address: location.href }

afterEach(() => {
  vi.restoreAllMocks()
  document.title = before.title
  history.replaceState(null, '', before.address)
})

async function visit(path: string) {
  // No server in this test.
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  history.replaceState(null, '', path)
  await render(<App first={await open(path)} />)
}

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

test('navigation: /verify-email is in English, the next screen in Spanish again', async () => {
  await visit('/verify-email')
  await expect.element(heading('Verification Failed')).toBeVisible()
  await expect.element(screen.getByRole('main')).toHaveAttribute('lang', 'en')
  await screen.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect.element(screen.getByRole('main')).toHaveAttribute('lang', 'es')
  expect(document.documentElement.lang).toBe('es')
})

test('navigation: a sentence takes the place of a screen that throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Throwing = () => {
    throw new Error('broken')
  }
  await render(
    <ErrorBoundary instead={<Broken />}>
      <Throwing />
    </ErrorBoundary>,
  )
  await expect.element(heading('Algo ha fallado')).toBeVisible()
})
