import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { dropToken, keepToken, token, useSignedIn } from './session.ts'
import { watchOtherTabs } from './storage.ts'
import { useRequiredSession } from './use-sign-in.ts'

afterEach(() => vi.restoreAllMocks())

const before = location.href
afterEach(() => history.replaceState(null, '', before))

const Who = () => <p>{useSignedIn() ? 'dentro' : 'fuera'}</p>

test('[3.11, 3.12] session: signed in means that the token is present', async () => {
  await render(<Who />)
  await expect.element(screen.getByText('fuera')).toBeVisible()
  keepToken('abc')
  expect(localStorage.getItem('token')).toBe('abc')
  await expect.element(screen.getByText('dentro')).toBeVisible()
  dropToken()
  expect(token()).toBeUndefined()
  await expect.element(screen.getByText('fuera')).toBeVisible()
})

test('session: a logout in another tab is noticed', async () => {
  keepToken('abc')
  await render(<Who />)
  await expect.element(screen.getByText('dentro')).toBeVisible()
  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await expect.element(screen.getByText('fuera')).toBeVisible()
})

const putAway = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
const showAgain = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

test('session: a page from the back-forward cache notices changes of other tabs', async () => {
  keepToken('abc')
  await render(<Who />)
  await expect.element(screen.getByText('dentro')).toBeVisible()
  putAway()
  localStorage.removeItem('token')
  showAgain()
  await expect.element(screen.getByText('fuera')).toBeVisible()
})

test('storage: a page shown again reports no change of its own', () => {
  const told = vi.fn<() => void>()
  const stop = watchOtherTabs(['originAddress'], told)
  putAway()
  showAgain()
  expect(told).not.toHaveBeenCalled()
  putAway()
  localStorage.setItem('originAddress', '{}')
  showAgain()
  expect(told).toHaveBeenCalledOnce()
  stop()
})

test('session: a screen shown again checks its session once', async () => {
  keepToken('abc')
  history.replaceState(null, '', '/profile')
  let status = 200
  const asked = vi
    .spyOn(window, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json({}, { status })))
  const Here = () => <p>{useRequiredSession('/profile') ? 'dentro' : 'fuera'}</p>
  await render(<Here />)
  showAgain()
  await expect.poll(() => asked.mock.calls.map(([path]) => path)).toEqual(['/account'])
  await expect.element(screen.getByText('dentro')).toBeVisible()

  status = 401
  showAgain()
  await expect.element(screen.getByText('fuera')).toBeVisible()
  expect([location.pathname + location.search, token()]).toEqual(['/login?motivo=sesion', undefined])
  expect(asked).toHaveBeenCalledTimes(2)
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
