import './styles/site.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { eraseLater } from './drafts/erasures.ts'
import { refuseStrayFiles } from './layout/stray-files.ts'
import { surviveTranslation } from './layout/survive-translation.ts'
import { open, type Shown } from './routes.tsx'
import { followTheme } from './theme.ts'

function start(first: Shown) {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const app = (
    <StrictMode>
      {/* Pages are prerendered without a query, so hydration must see none. */}
      <Router ssrSearch="">
        <App first={first} />
      </Router>
    </StrictMode>
  )
  followTheme()
  eraseLater()
  refuseStrayFiles()
  surviveTranslation()

  if (first.isWhole && root.hasChildNodes()) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

// Load first, then hydrate: a lazy screen inside <Suspense> would do so 200 ms later. No top-level `await`: a screen
void open(location.pathname).then(start)
