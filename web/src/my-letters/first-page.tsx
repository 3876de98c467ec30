import { useEffect, useRef } from 'react'
import { letterPdf } from '../api.ts'
import { sha256Of } from '../drafts/pictures.ts'
import styles from './first-page.module.css'

/** Draws pages one at a time, so that the list never waits for them. */
let queue: Promise<void> = Promise.resolve()

async function draw({ id, hash }: Paged, host: HTMLElement, signal: AbortSignal) {
  if (signal.aborted) return
  const answer = await letterPdf(id)
  // Other bytes than the hashed ones are not shown (design/trust.md#freeze-before-pay).
  if (!answer.ok || signal.aborted || !(await sha256Of(answer.body)).startsWith(hash)) return
  const { drawFirstPage } = await import('../pages/open-pages.ts')
  const canvas = await drawFirstPage(
    new Uint8Array(await answer.body.arrayBuffer()),
    host.clientWidth,
    signal,
  )
  if (canvas) host.replaceChildren(canvas)
}

type Paged = { id: string; hash: string }

/** A small picture of the first page, drawn when near the screen; blank paper until then. Decoration. */
export function FirstPage({ id, hash, isLarge = false }: Paged & { isLarge?: boolean }) {
  const paper = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const host = paper.current
    if (!host) return undefined
    const stop = new AbortController()
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watch.disconnect()
      queue = queue.then(() => draw({ id, hash }, host, stop.signal)).catch(() => undefined)
    })
    watch.observe(host)
    return () => {
      watch.disconnect()
      stop.abort()
    }
  }, [id, hash])

  return (
    <span
      ref={paper}
      data-page=""
      className={`${styles.paper} ${isLarge ? styles.large : ''}`}
      aria-hidden="true"
    />
  )
}
