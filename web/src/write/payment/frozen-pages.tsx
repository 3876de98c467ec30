import { useEffect, useId, useState } from 'react'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { Button } from '../../ui/button.tsx'
import type { Opened } from '../pages/open-pages.ts'
import type { PagesView } from '../pages/pages-view.tsx'
import styles from './payment.module.css'

type Frozen = { is: 'loading' } | { is: 'missing' } | { is: 'there'; View: typeof PagesView; opened: Opened }

/**
 * The very pages that are paid and printed (design.md#freeze-before-pay), and none when their bytes are not those of
 * the hash. Its room is the same before they come and after: nothing below is pushed away from under a finger or the
 * focus.
 */
export function FrozenPages({ letter }: { letter: CreatedLetter }) {
  const [tries, setTries] = useState(0)
  const headingId = useId()
  return (
    <section className={styles.frozen} aria-labelledby={headingId}>
      <h3 id={headingId}>Esto es lo que se imprimirá</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever scrolls by keys must get in */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={headingId}>
        <OneTry key={tries} letter={letter} onRetry={() => setTries(tries + 1)} />
      </div>
    </section>
  )
}

function OneTry({ letter: { id, hash }, onRetry }: { letter: CreatedLetter; onRetry: () => void }) {
  const [frozen, setFrozen] = useState<Frozen>({ is: 'loading' })

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

  if (frozen.is === 'loading') return <p role="status">Cargando las páginas…</p>
  if (frozen.is === 'there') return <frozen.View opened={frozen.opened} />
  return (
    <p className={styles.missing}>
      No se han podido mostrar aquí las páginas de su carta.{' '}
      <Button kind="quiet" onClick={onRetry}>
        Reintentar
      </Button>
    </p>
  )
}
