import { page } from 'vitest/browser'
import { afterEach, beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { PaymentProps } from '../../outside/card-form.ts'
import { PaymentDialog } from '../payment-dialog.tsx'

export const onPaid = vi.fn()
export const onClose = vi.fn()
/** Stubs the sandbox with one answer, or its promise, per confirmation, then no network; records the requests. */
export const sandbox: { asked: unknown[]; answers: unknown[] } = { asked: [], answers: [] }

/** The config is cached per page, so once per test file. */
export function payWith(config: object): void {
  beforeEach(() => {
    Object.assign(sandbox, { asked: [], answers: [] })
    vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
      if (path === '/config') return Response.json(config)
      // Its pages are tested in Chromium against the real server (journeys/write/write-payment-reach.spec.ts).
      if (path === '/letters/l1/pdf') return Response.json({}, { status: 404 })
      sandbox.asked.push(JSON.parse(init?.body as string))
      const answer = await sandbox.answers.shift()
      if (!answer) throw new TypeError('no network')
      return Response.json(answer)
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    onPaid.mockReset()
    onClose.mockReset()
  })
}

export const openPayment = (letters: PaymentProps['letters'], opener: HTMLElement | null = null) =>
  render(
    <PaymentDialog
      letters={letters}
      clientSecret="pi_1_secret_2"
      opener={{ current: opener }}
      onPaid={onPaid}
      onClose={onClose}
    />,
  )
export const button = (name: string) => page.getByRole('button', { name })
export const succeeded = { paymentIntent: { status: 'succeeded' } }
