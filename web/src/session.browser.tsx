import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { dropToken, keepToken, token, useSignedIn } from './session.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const Who = () => <p>{useSignedIn() ? 'dentro' : 'fuera'}</p>

test('session: signed in means that the token is present (specification, section 3)', async () => {
  await render(<Who />)
  await expect.element(screen.getByText('fuera')).toBeVisible()
  keepToken('abc')
  expect(localStorage.getItem('token')).toBe('abc')
  await expect.element(screen.getByText('dentro')).toBeVisible()
  dropToken()
  expect(token()).toBeUndefined()
  await expect.element(screen.getByText('fuera')).toBeVisible()
})

test('session: another tab that logs out is heard', async () => {
  keepToken('abc')
  await render(<Who />)
  await expect.element(screen.getByText('dentro')).toBeVisible()
  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await expect.element(screen.getByText('fuera')).toBeVisible()
})

test('session: a browser that allows no storage breaks nothing', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  expect(token()).toBeUndefined()
  expect(keepToken('abc')).toBe(false)
  expect(dropToken).not.toThrow()
})
