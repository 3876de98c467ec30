import { StrictMode } from 'react'
import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import Write from '../write.tsx'

export const button = (name: string) => page.getByRole('button', { name })

/** The writing page, ready to send. StrictMode also fetches the prices a second time, past those cached for the visit. */
export async function openWrite() {
  const opened = await renderAt(
    <StrictMode>
      <Write />
    </StrictMode>,
    '/write',
  )
  await expect.element(button('Enviar')).toBeEnabled()
  return opened
}
