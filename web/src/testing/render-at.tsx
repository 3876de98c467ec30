import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'

/** Renders a screen at this path; `history` records where it leads. */
export async function renderAt(shown: ReactNode, path: string, searchPath = '') {
  const { hook, searchHook, history, navigate } = memoryLocation({ path, searchPath, record: true })
  const { unmount } = await render(
    <Router hook={hook} searchHook={searchHook}>
      {shown}
    </Router>,
  )
  return { history, navigate, unmount }
}
