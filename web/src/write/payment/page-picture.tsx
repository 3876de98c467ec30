import { useEffect, useRef, useState } from 'react'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { profile } from '@lacre/letter/paper-profile.ts'
import { drawPage } from '../pages/draw-page.ts'
import styles from './payment.module.css'

const { w, h } = profile.page

/** A whole page, small; pressed, it enlarges. White paper until the page is there. */
export function PagePicture({
  page,
  number,
  of,
  isBusy,
  onEnlarge,
}: {
  page: PDFPageProxy | undefined
  number: number
  of: number
  isBusy: boolean
  onEnlarge: () => void
}) {
  const paper = useRef<HTMLSpanElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const isOff = !page || isBusy

  useEffect(() => {
    const here = paper.current
    if (!page || !here) return undefined
    const stop = new AbortController()
    drawPage(page, here.clientWidth, stop.signal)
      .then((canvas) => canvas && here.replaceChildren(canvas))
      .catch(() => setFailed(true))
    return () => stop.abort()
  }, [page])

  return (
    <button
      type="button"
      className={styles.picture}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onEnlarge}
    >
      <span ref={paper} className={styles.paper} style={{ aspectRatio: `${w} / ${h}` }} aria-hidden="true" />
      <span>
        Ver página{'\u00a0'}
        {number}
        <span className="visually-hidden"> de {of}</span>
        {hasFailed && ' (no se ha podido dibujar)'}
      </span>
    </button>
  )
}
