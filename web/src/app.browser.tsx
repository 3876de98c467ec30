import { afterEach, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from './app.tsx'
import { ErrorBoundary } from './layout/error-page.tsx'
import { open } from './routes.tsx'

const before = { title: document.title, address: location.href }

afterEach(() => {
  vi.restoreAllMocks()
  document.title = before.title
  history.replaceState(null, '', before.address)
})

async function visit(path: string) {
  // The server is outside of the browser; here it is not there at all.
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  history.replaceState(null, '', path)
  await render(<App first={await open(path)} />)
}

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

test('navigation: title, focus and announcement change with the screen, and Back returns (specification, section 2)', async () => {
  await visit('/')
  await screen.getByRole('button', { name: 'Menú de la cuenta' }).click()
  await screen.getByRole('menuitem', { name: 'Iniciar sesión' }).click()
  await expect.element(heading('Iniciar sesión')).toHaveFocus()
  expect([document.title, location.pathname]).toEqual(['Iniciar sesión · Lacre', '/login'])
  await expect.poll(() => document.querySelector('p[role=status]')?.textContent).toBe('Iniciar sesión')

  history.back()
  await expect.element(heading('Envía cartas personales de forma fácil y rápida')).toHaveFocus()
  expect(location.pathname).toBe('/')
})

test('navigation: /verify-email is in English, the next screen in Spanish again', async () => {
  await visit('/verify-email')
  await expect.element(heading('Verification Failed')).toBeVisible()
  await expect.element(screen.getByRole('main')).toHaveAttribute('lang', 'en')
  await screen.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect.element(screen.getByRole('main')).toHaveAttribute('lang', 'es')
  expect(document.documentElement.lang).toBe('es')
})

test('navigation: an address that is none gets the fallback error page', async () => {
  await visit('/no-existe')
  await expect.element(heading('Esta página no existe')).toBeVisible()
  await screen.getByRole('link', { name: 'Ir al inicio' }).click()
  await expect.element(heading('Envía cartas personales de forma fácil y rápida')).toBeVisible()
})

test('navigation: what a screen throws leaves header and footer usable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Throwing = () => {
    throw new Error('broken')
  }
  await render(
    <ErrorBoundary>
      <Throwing />
    </ErrorBoundary>,
  )
  await expect.element(heading('Algo ha fallado')).toBeVisible()
})

test('menu: signed in it offers Perfil, Mis cartas and Cerrar sesión; logging out removes the token and goes to /', async () => {
  localStorage.setItem('token', 'abc')
  await visit('/forgot-password')
  await screen.getByRole('button', { name: 'Menú de la cuenta' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Perfil' })).toHaveAttribute('href', '/profile')
  await expect
    .element(screen.getByRole('menuitem', { name: 'Mis cartas' }))
    .toHaveAttribute('href', '/my-letters')
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(heading('Envía cartas personales de forma fácil y rápida')).toBeVisible()
  expect([localStorage.getItem('token'), location.pathname]).toEqual([null, '/'])
  const [path, request] = vi.mocked(fetch).mock.calls.find(([path]) => path === '/auth/logout') ?? []
  expect([path, new Headers(request?.headers).get('authorization')]).toEqual(['/auth/logout', 'Bearer abc'])
})

test('profile: without a token it leads to /login (specification, section 4)', async () => {
  await visit('/profile')
  await expect.element(heading('Iniciar sesión')).toBeVisible()
  expect(location.pathname).toBe('/login')
})
