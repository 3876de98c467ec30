import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import AddressBook from './address-book.tsx'

const before = location.href

afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', before)
})

test('shown again by Back it has no entries of the former account', async () => {
  const answer = (name: string) => {
    const address = { ...sampleRecipient, name }
    return Response.json({ entries: [{ id: name, version: 1, address }] })
  }
  vi.spyOn(window, 'fetch').mockImplementation((path, asked) => {
    const of = new Headers(asked?.headers).get('authorization')
    return Promise.resolve(path === '/account' ? Response.json({}) : answer(`Nadie más que ${of}`))
  })
  localStorage.setItem('token', 'una')
  history.replaceState(null, '', '/address-book')
  await render(<AddressBook />)
  await expect.element(screen.getByText('Nadie más que Bearer una')).toBeVisible()

  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  localStorage.setItem('token', 'otra')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(screen.getByText('Nadie más que Bearer una')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Nadie más que Bearer otra')).toBeVisible()
})
