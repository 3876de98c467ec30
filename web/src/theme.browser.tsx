import { afterEach, expect, test } from 'vitest'
import { chooseTheme, theme } from './theme.ts'

afterEach(() => chooseTheme('classic'))

test.each([null, 'sepia', 'toString', ''])(
  '[3.18, 3.19, 9.19] theme: %s in the storage means classic',
  (stored) => {
    if (stored !== null) localStorage.setItem('theme', stored)
    expect(theme()).toBe('classic')
  },
)
