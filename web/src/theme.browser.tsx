import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ThemeChoice } from './profile/profile.tsx'
import { chooseTheme, theme } from './theme.ts'

afterEach(() => chooseTheme('classic'))

test.each([
  ['Clásico', 'classic'],
  ['Claro', 'light'],
  ['Oscuro', 'dark'],
])('theme: %s is stored as %s and set on the page body (specification, section 3)', async (label, name) => {
  chooseTheme(name === 'dark' ? 'light' : 'dark')
  document.body.classList.add('other')
  await render(<ThemeChoice />)
  await screen.getByRole('radio', { name: label }).click()
  await expect.element(screen.getByRole('radio', { name: label })).toBeChecked()
  expect(localStorage.getItem('theme')).toBe(name)
  expect([...document.body.classList].filter((one) => one.startsWith('theme-'))).toEqual([`theme-${name}`])
  expect(document.body.classList.contains('other')).toBe(true)
})

test.each([null, 'sepia', 'toString', ''])('theme: %s in the storage means classic', (stored) => {
  if (stored !== null) localStorage.setItem('theme', stored)
  expect(theme()).toBe('classic')
})
