import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useId, useRef, useState } from 'react'
import { drawPage } from '../pages/draw-page.ts'
import type { Opened } from '../pages/open-pages.ts'
import type { PagesView } from '../pages/pages-view.tsx'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import styles from './payment.module.css'

/** The pages in real size, beginning with the pressed one. */
function EnlargedPages({
  title,
  View,
  opened,
  from,
  onClose,
}: {
  title: string
  View: typeof PagesView
  opened: Opened
  from: number
  onClose: () => void
}) {
  const pages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    pages.current?.querySelectorAll('section')[from]?.scrollIntoView()
  }, [from])
  return (
    <Modal isOpen onClose={onClose} title={title} closesOnOverlay hasCross maxWidth="900px">
      <div
        ref={pages}
        className={styles.enlarged}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
        tabIndex={0}
        role="group"
        aria-label="Páginas a tamaño real"
      >
        <View opened={opened} isLarge />
      </div>
    </Modal>
  )
}

const { w, h } = profile.page

/** A small picture of a page that opens the large view; blank paper until it is drawn. */
function PagePicture({
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
      className={`soft ${styles.picture}`}
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

type Frozen = { is: 'loading' } | { is: 'missing' } | { is: 'loaded'; View: typeof PagesView; opened: Opened }

const title = 'Esto es lo que se imprimirá'

/**
 * The frozen pages that are paid and printed (design/trust.md#freeze-before-pay), none if their bytes do not match the
 * hash. Reserves their room while loading. `isBusy`: none opens, because it would cover the bank's question.
 */
export function FrozenPages({ letter, isBusy }: { letter: CreatedLetter; isBusy: boolean }) {
  const [tries, setTries] = useState(0)
  const headingId = useId()
  return (
    <section className={styles.frozen} aria-labelledby={headingId}>
      <h3 id={headingId}>{title}</h3>
      <OneTry key={tries} letter={letter} isBusy={isBusy} onRetry={() => setTries(tries + 1)} />
    </section>
  )
}

function OneTry({
  letter: { id, hash, pages },
  isBusy,
  onRetry,
}: {
  letter: CreatedLetter
  isBusy: boolean
  onRetry: () => void
}) {
  const [frozen, setFrozen] = useState<Frozen>({ is: 'loading' })
  const [enlarged, setEnlarged] = useState<number>()

  useEffect(() => {
    let isGone = false
    let close: (() => void) | undefined
    async function open() {
      const viewer = await import('./open-frozen.ts')
      const opened = await viewer.openFrozen(id, hash)
      if (isGone) return viewer.closePages(opened)
      close = () => viewer.closePages(opened)
      setFrozen({ is: 'loaded', View: viewer.PagesView, opened })
    }
    open().catch(() => isGone || setFrozen({ is: 'missing' }))
    return () => {
      isGone = true
      close?.()
    }
  }, [id, hash])

  if (frozen.is === 'missing')
    return (
      <p className="quiet">
        No se han podido mostrar aquí las páginas de su carta.{' '}
        <Button kind="quiet" onClick={onRetry}>
          Reintentar
        </Button>
      </p>
    )
  return (
    <>
      {frozen.is === 'loading' && (
        <p role="status" className="visually-hidden">
          Cargando las páginas…
        </p>
      )}
      <ul className={`list ${styles.pictures}`}>
        {Array.from({ length: pages }, (_, at) => (
          <li key={at}>
            <PagePicture
              page={frozen.is === 'loaded' ? frozen.opened.pages[at]?.page : undefined}
              number={at + 1}
              of={pages}
              isBusy={isBusy}
              onEnlarge={() => setEnlarged(at)}
            />
          </li>
        ))}
      </ul>
      {frozen.is === 'loaded' && enlarged !== undefined && (
        <EnlargedPages
          title={title}
          View={frozen.View}
          opened={frozen.opened}
          from={enlarged}
          onClose={() => setEnlarged(undefined)}
        />
      )}
    </>
  )
}
