import './styles/site.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { open } from './routes.tsx'

// Load first, then hydrate: a lazy screen inside <Suspense> would do the same 200 ms later.
const first = await open(location.pathname)
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

const app = (
  <StrictMode>
    <App first={first} />
  </StrictMode>
)
if (first.isWhole && root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
