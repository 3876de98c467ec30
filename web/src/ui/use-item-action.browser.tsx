import { page } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Answer } from '../api.ts'
import { useItemAction } from './use-item-action.ts'

const done = vi.fn()
function Entry({ call }: { call: Promise<Answer<string>> }) {
  const { isBusy, trouble, act } = useItemAction()
  return (
    <button type="button" disabled={isBusy} onClick={() => void act(call, done)}>
      Usar {trouble}
    </button>
  )
}
const use = page.getByRole('button', { name: /^Usar/ })

test('what is done to an entry is done once it is answered; a refusal is told', async () => {
  await render(<Entry call={Promise.resolve({ ok: false, status: 409, detail: 'No caben más.' })} />)
  await use.click()
  await expect.element(use).toHaveTextContent('Usar No caben más.')
  expect(done).not.toHaveBeenCalled()
})

test('whoever closes the list while it is under way has thought better of it: nothing is done', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<string>>()
  const { unmount } = await render(<Entry call={promise} />)
  await use.click()
  await expect.element(use).toBeDisabled()
  await unmount()
  resolve({ ok: true, body: 'a template' })
  await promise
  expect(done).not.toHaveBeenCalled()
})
