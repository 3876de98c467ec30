import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { Layout } from './layout/layout.tsx'
import { needsItsOwnDocument, open, type Shown } from './routes.tsx'

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
    const onBack = () => (isBack.current = true)
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])

  useEffect(() => {
    let isStale = false
    if (path === settled.current.path) return
    // The address is this path's already: loading it anew brings the document with the policy it needs.
    if (needsItsOwnDocument(path)) return location.reload()
    void open(path).then((next) => isStale || show(next))
    return () => {
      isStale = true
    }
  }, [path])

  // A new screen: title, language, focus on its heading, and a word for those who cannot see the change.
  useEffect(() => {
    if (shown === settled.current) return
    settled.current = shown
    document.title = shown.title
    document.documentElement.lang = shown.lang
    announce(shown.title.replace(' · Lacre', ''))
    const heading = main.current?.querySelector<HTMLElement>('h1') ?? main.current
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    // Going back, the browser itself puts the page where it was.
    if (!isBack.current) scrollTo(0, 0)
    isBack.current = false
  }, [shown])

  const { Screen } = shown
  return (
    <Layout main={main} lang={shown.lang} announcement={announcement}>
      <ErrorBoundary key={shown.path}>
        <Screen />
      </ErrorBoundary>
    </Layout>
  )
}
