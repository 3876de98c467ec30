import { useEffect, useId, useState } from 'react'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { letterPdf } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { closePages, openPages, type Opened } from '../preview/pages/open-pages.ts'
import { PagesView } from '../preview/pages/pages-view.tsx'
import styles from './payment.module.css'

type Frozen = { is: 'loading' } | { is: 'missing' } | { is: 'there'; opened: Opened }

/** The very pages that are paid and printed (design, 3.1), and nothing when their bytes are not those of the hash. */
export function FrozenPages({ letter }: { letter: CreatedLetter }) {
  const [tries, setTries] = useState(0)
  return <OneTry key={tries} letter={letter} onRetry={() => setTries(tries + 1)} />
}

function OneTry({ letter: { id, hash }, onRetry }: { letter: CreatedLetter; onRetry: () => void }) {
  const [frozen, setFrozen] = useState<Frozen>({ is: 'loading' })
  const headingId = useId()

  useEffect(() => {
    let isGone = false
    void openFrozen(id, hash)
      .catch(() => undefined)
      .then((opened) => {
        if (isGone) closePages(opened)
        else setFrozen(opened ? { is: 'there', opened } : { is: 'missing' })
      })
    return () => {
      isGone = true
    }
  }, [id, hash])
  useEffect(() => () => closePages(frozen.is === 'there' ? frozen.opened : undefined), [frozen])

  if (frozen.is === 'loading') return <p role="status">Cargando las páginas…</p>
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
    <section className={styles.frozen} aria-labelledby={headingId}>
      <h3 id={headingId}>Esto es lo que se imprimirá</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever scrolls by keys must get in */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={headingId}>
        <PagesView opened={frozen.opened} />
      </div>
    </section>
  )
}

/** @throws when its bytes are not those of the hash, or no PDF. Undefined when they did not come. */
async function openFrozen(id: string, hash: string): Promise<Opened | undefined> {
  const answer = await letterPdf(id)
  if (!answer.ok) return undefined
  const bytes = new Uint8Array(await answer.body.arrayBuffer())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  if (!digest.toHex().startsWith(hash)) throw new Error('other pages than those that are paid')
  return openPages(bytes)
}
