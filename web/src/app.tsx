import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { open, type Shown } from './routes.tsx'
import { wearLateFonts } from './styles/late-fonts.ts'

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
  const settled = useRef(first)

  useEffect(() => {
    const onMove = ({ type }: Event) => (isBack.current = type === 'popstate')
    moves.forEach((move) => addEventListener(move, onMove))
    return () => moves.forEach((move) => removeEventListener(move, onMove))
  }, [])

  // Asked again when a screen is shown: the address may have gone on while that screen was on its way to the page.
  useEffect(() => {
    if (path === shown.path) return undefined
    let isStale = false
    void open(path).then((next) => isStale || show(next))
    return () => {
      isStale = true
    }
  }, [path, shown.path])

  // A new screen: title, language, focus on its heading, and a word for those who cannot see the change.
  useEffect(() => {
    if (shown === settled.current) return
    if (settled.current === first) wearLateFonts()
    settled.current = shown
    document.title = shown.title
    document.documentElement.lang = shown.lang
    announce(shown.title.replace(' · Lacre', ''))
    const heading = main.current?.querySelector<HTMLElement>('h1') ?? main.current
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    // Going back, the browser itself puts the page where it was.
    if (!isBack.current) scrollTo(0, 0)
  }, [shown, first])

  const { Screen } = shown
  return (
    <Layout main={main} lang={shown.lang} announcement={announcement}>
      <ErrorBoundary key={shown.path}>
        <Screen />
      </ErrorBoundary>
    </Layout>
  )
}
