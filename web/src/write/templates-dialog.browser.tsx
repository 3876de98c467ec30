import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { EditorSession } from '../drafts/editor-session.ts'
import { queries } from '../queries.ts'
import TemplatesDialog from './templates-dialog.tsx'

afterEach(() => vi.restoreAllMocks())

const template = { id: 't1', name: 'Felicitación', keptAt: '2026-11-20T09:00:00Z' }

test.each([
  ['closed while one is on its way', true, 0],
  ['left open', false, 1],
])('templates %s: whether the letter is replaced', async (_, isClosed, times) => {
  localStorage.setItem('token', 'abc')
  const asked = Promise.withResolvers<Response>()
  vi.spyOn(window, 'fetch').mockImplementation((path) =>
    path === '/templates/' ? Promise.resolve(Response.json({ templates: [template] })) : asked.promise,
  )
  const keepVersion = vi.fn(() => Promise.resolve(false))
  const session = { editor: { html: () => '<p>Hola</p>' }, keepVersion } as unknown as EditorSession
  const onClose = vi.fn()
  const { unmount } = await render(
    <TemplatesDialog session={session} onUsed={() => undefined} onClose={onClose} />,
  )
  const use = page.getByRole('button', { name: 'Usar' })
  await use.click()
  await expect.element(use).toBeDisabled()
  if (isClosed) await unmount()
  asked.resolve(Response.json({ detail: 'x', ...template, content: '<p>Otra</p>' }))
  await expect.poll(() => queries.isMutating()).toBe(0)
  await expect.poll(() => keepVersion.mock.calls.length).toBe(times)
})
