import { StrictMode } from 'react'
import { prerender } from 'react-dom/static.edge'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { open, routes } from './routes.tsx'
import type { ReadText } from './texts/fetch-text.ts'

export { routes }

/** The HTML of a path, as React renders it in the browser. */
export async function render(path: string, read: ReadText) {
  const first = await open(path, read)
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={path}>
        <App first={first} />
      </Router>
    </StrictMode>,
  )
  return { html: await new Response(prelude).text(), title: first.title, lang: first.lang }
}
