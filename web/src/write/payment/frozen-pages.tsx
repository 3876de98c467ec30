import { useEffect, useId, useState } from 'react'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { Button } from '../../ui/button.tsx'
import type { Opened } from '../pages/open-pages.ts'
import type { PagesView } from '../pages/pages-view.tsx'
import { EnlargedPages } from './enlarged-pages.tsx'
import { PagePicture } from './page-picture.tsx'
import styles from './payment.module.css'

type Frozen = { is: 'loading' } | { is: 'missing' } | { is: 'there'; View: typeof PagesView; opened: Opened }

const title = 'Esto es lo que se imprimirá'

/**
 * The very pages that are paid and printed (design.md#freeze-before-pay), each whole and small, and none when their
 * bytes are not those of the hash. Their room is the same before they come and after. `isBusy`: none is enlarged, for
 * that would cover the bank's question.
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
      setFrozen({ is: 'there', View: viewer.PagesView, opened })
    }
    open().catch(() => isGone || setFrozen({ is: 'missing' }))
    return () => {
      isGone = true
      close?.()
    }
  }, [id, hash])

  if (frozen.is === 'missing')
    return (
      <p className={styles.missing}>
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
      <ul className={styles.pictures}>
        {Array.from({ length: pages }, (_, at) => (
          <li key={at}>
            <PagePicture
              page={frozen.is === 'there' ? frozen.opened.pages[at]?.page : undefined}
              number={at + 1}
              of={pages}
              isBusy={isBusy}
              onEnlarge={() => setEnlarged(at)}
            />
          </li>
        ))}
      </ul>
      {frozen.is === 'there' && enlarged !== undefined && (
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
