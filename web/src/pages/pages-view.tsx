import { maxPages } from '@lacre/letter/content/limits.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import { count } from '@lacre/letter/words.ts'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  createElement,
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { drawPage } from './draw-page.ts'
import { type Opened, type PageText, textOf, type TextPart, unbroken } from './open-pages.ts'
import styles from './pages.module.css'

const tags: Record<string, string> = {
  P: 'p',
  H1: 'h4',
  H2: 'h5',
  L: 'ul',
  LI: 'li',
  BlockQuote: 'blockquote',
  Code: 'div',
}

/** The text of a page for screen readers, with headings and lists. */
const AccessiblePageText = ({ text }: { text: PageText }) => (
  <div className="visually-hidden" lang="es" translate="no">
    {text.length === 0 ? <p>Página en blanco</p> : text.map((part, at) => <Part key={at} part={part} />)}
  </div>
)

function Part({ part }: { part: TextPart }): ReactNode {
  const { role, parts } = part
  if (role === 'Lbl') return /\p{L}|\p{N}/u.test(textOf({ role: '', parts })) ? `${plain(parts)} ` : null
  if (role === 'Figure') return <span role="img" aria-label={plain(parts) || 'Imagen'} />
  // Outside paragraphs: sender, return line, recipient and date, one line each.
  if (role === 'Span' && parts.every((line) => typeof line === 'string'))
    return parts.filter((line) => line.trim()).map((line, at) => <p key={at}>{unbroken(line)}</p>)
  const inside = mergeInline(parts).map((part, at) =>
    typeof part === 'string' ? unbroken(part) : <Part key={at} part={part} />,
  )
  const tag = tags[role]
  return tag ? createElement(tag, null, inside) : inside
}

const standsAlone = new Set(['P', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'BlockQuote', 'Code', 'Figure'])
const isWords = (part: TextPart | string): boolean =>
  typeof part === 'string' || (!standsAlone.has(part.role) && part.parts.every(isWords))

/** Merges inline parts into one string: styles and links within a line mean nothing to a screen reader. */
function mergeInline(parts: TextPart['parts']): TextPart['parts'] {
  const merged: TextPart['parts'] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (!isWords(part)) merged.push(part)
    else if (typeof last === 'string') merged[merged.length - 1] = last + plainRaw([part])
    else merged.push(plainRaw([part]))
  }
  return merged
}

const plainRaw = (parts: TextPart['parts']): string => textOf({ role: '', parts })
const plain = (parts: TextPart['parts']): string => unbroken(plainRaw(parts))

const { page, foldMarks, alwaysVisible } = profile
const across = (mm: number) => `${(mm / page.w) * 100}%`
const down = (mm: number) => `${(mm / page.h) * 100}%`
const windowPlace: CSSProperties = {
  left: across(alwaysVisible.x),
  top: down(alwaysVisible.y),
  width: across(alwaysVisible.w),
  height: down(alwaysVisible.h),
}

/** Fold lines, and the envelope window on page one. */
const Overlays = ({ number }: { number: number }) => (
  <div className={styles.overlays} aria-hidden="true">
    {foldMarks.map(({ y }) => (
      <div key={y} className={styles.fold} style={{ top: down(y) }}>
        <span>Pliegue</span>
      </div>
    ))}
    {number === 1 && (
      <div className={styles.window} style={windowPlace}>
        <span>Ventana del sobre</span>
      </div>
    )}
  </div>
)

const nearby = '300px'
const largeWidth = 800
const { w, h } = profile.page

/** A page: its picture, drawn when near the screen, and its text for screen readers. */
function PageView({
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
      .catch(() => setFailed(true)) // the text is there; the next change draws it again
    return () => stop.abort()
  }, [page, isNear, isLarge])

  return (
    <section className={styles.page} aria-labelledby={headingId}>
      <h3 id={headingId} className={`soft ${styles.label}`}>
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

export function PagesView({
  opened: { pdf, pages },
  isLarge = false,
  hasOverlays = false,
}: {
  opened: Opened
  isLarge?: boolean
  hasOverlays?: boolean
}) {
  return (
    <div className={isLarge ? styles.large : styles.pages}>
      {pages.map(({ page, text }, at) => (
        <PageView
          key={at}
          page={page}
          text={text}
          number={at + 1}
          label={`Página ${at + 1} de ${pdf.numPages}${at < maxPages ? '' : ' (no cabe en el envío)'}`}
          isLarge={isLarge}
          hasOverlays={hasOverlays}
        />
      ))}
      {pdf.numPages > pages.length && (
        <p>… y {count(pdf.numPages - pages.length, 'página', 'páginas')} más.</p>
      )}
    </div>
  )
}
