import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { profile } from '@lacre/letter/paper-profile.ts'
import { AccessiblePageText } from './accessible-page-text.tsx'
import { drawPage } from './draw-page.ts'
import { Overlays } from './overlays.tsx'
import styles from './pages.module.css'
import type { PageText } from './read-page-text.ts'

const nearby = '300px'
const largeWidth = 800
const { w, h } = profile.page

/** One page of the letter: its picture when it comes near the screen, and its text for those who hear it. */
export function PageView({
  page,
  text,
  number,
  label,
  isLarge,
  hasOverlays,
}: {
  page: PDFPageProxy
  text: PageText
  number: number
  label: string
  isLarge: boolean
  hasOverlays: boolean
}) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const headingId = useId()
  /** Pages far below are drawn when one scrolls to them. */
  const watchPlace = useCallback((here: HTMLDivElement) => {
    place.current = here
    const watch = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), {
      rootMargin: nearby,
    })
    watch.observe(here)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (!isNear || !place.current) return undefined
    const here = place.current
    const stop = new AbortController()
    drawPage(page, isLarge ? largeWidth : here.clientWidth, stop.signal)
      .then((canvas) => {
        if (!canvas) return
        here.replaceChildren(canvas)
        setFailed(false)
      })
      .catch(() => setFailed(true)) // its text is there; the next change draws it again
    return () => stop.abort()
  }, [page, isNear, isLarge])

  return (
    <section className={styles.page} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.label}>
        {label}
      </h3>
      {hasFailed && <p role="status">Este navegador no ha podido dibujar esta página.</p>}
      <div className={styles.paper} style={{ aspectRatio: `${w} / ${h}` }}>
        <div ref={watchPlace} className={styles.canvas} aria-hidden="true" />
        {hasOverlays && <Overlays number={number} />}
      </div>
      <AccessiblePageText text={text} />
    </section>
  )
}
