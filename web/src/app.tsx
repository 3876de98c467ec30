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
    /** Made by the page's first scripts (index.html). From this call on, presses are the page's own. */
    takePresses?: () => Set<HTMLElement>
  }
}

/**
 * Repeats what was pressed or submitted before the page was alive: it comes prerendered, and what hears its
 * controls comes later. Each control once, however often somebody has tried.
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

/** Back and forward in the history; the other two are the router's own events, for a link and for a redirect. */
const moves = ['popstate', 'pushState', 'replaceState']

/**
 * The page around the screens. The old screen stays until the new one is loaded: no empty moment, and none of
 * the 300 ms for which React holds back what was under <Suspense>.
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

  // False while the prerendered page is taken over; when it is true, the screens know what only the browser knows, too.
  const isAlive = useInBrowser(() => true, false)
  useEffect(() => {
    if (!isAlive) return
    replayEarlyPresses()
    fetchFonts()
  }, [isAlive])

  // Asked again when a screen is shown: the address may have gone on while that screen was on its way to the page.
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
  // Going back, the browser itself puts the page where it was.
  if (!isBack) scrollTo(0, 0)
}
