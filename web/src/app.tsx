import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { Broken } from './layout/error-page.tsx'
import { Layout } from './layout/layout.tsx'
import { open, type Shown } from './routes.tsx'
import { applyFonts, fetchFonts } from './styles/fonts.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { useInBrowser } from './use-in-browser.ts'

declare global {
  interface Window {
    /** Defined by the first script of the page (index.html). Returns the early presses and stops collecting them. */
    takePresses?: () => Set<HTMLElement>
  }
}

/**
 * Repeats presses and submits from before hydration: the prerendered page has no listeners of its own. Each control
 * once, however often it was pressed.
 */
function replayEarlyPresses(): void {
  const presses = window.takePresses?.() ?? new Set()
  for (const control of presses) {
    presses.delete(control)
    if (!control.isConnected) continue
    if (control instanceof HTMLFormElement) control.requestSubmit()
    else control.click()
  }
}

/** popstate: back and forward. The other two are the router's own events, for a link and for a redirect. */
const moves = ['popstate', 'pushState', 'replaceState']

/**
 * The page around the screens. The old screen stays until the next is loaded: no empty moment, and no 300 ms for which
 * React would hold back a screen under <Suspense>.
 */
export function App({ first }: { first: Shown }) {
  const [path] = useLocation()
  const [shown, show] = useState(first)
  const [announcement, announce] = useState('')
  const main = useRef<HTMLElement>(null)
  const isBack = useRef(false)

  useEffect(() => {
    const onMove = ({ type }: Event) => (isBack.current = type === 'popstate')
    moves.forEach((move) => addEventListener(move, onMove))
    return () => moves.forEach((move) => removeEventListener(move, onMove))
  }, [])

  // False during hydration. Once true, the screens also know what only the browser knows.
  const isAlive = useInBrowser(() => true, false)
  useEffect(() => {
    if (!isAlive) return
    replayEarlyPresses()
    fetchFonts()
  }, [isAlive])

  // Depends on `shown` as well: the address may have changed while that screen was loading.
  useEffect(() => {
    if (path === shown.path) return undefined
    let isStale = false
    void open(path).then((next) => {
      if (isStale) return
      applyFonts()
      flushSync(() => {
        show(next)
        announce(next.title.replace(' · Lacre', ''))
      })
      enter(next, main.current, isBack.current)
    })
    return () => {
      isStale = true
    }
  }, [path, shown])

  const { Screen } = shown
  return (
    <Layout main={main} lang={shown.lang} announcement={announcement}>
      <ErrorBoundary key={shown.path} instead={<Broken />}>
        <Screen />
      </ErrorBoundary>
    </Layout>
  )
}

/** A new screen: title, language, and focus on its heading, unless the screen itself has put it somewhere. */
function enter({ title, lang }: Shown, main: HTMLElement | null, isBack: boolean) {
  document.title = title
  document.documentElement.lang = lang
  if (document.activeElement === main || !main?.contains(document.activeElement)) {
    const heading = main?.querySelector<HTMLElement>('h1') ?? main
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  // Going back, the browser restores the scroll position.
  if (!isBack) scrollTo(0, 0)
}
