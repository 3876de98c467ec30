import { useEffect, useRef, useSyncExternalStore } from 'react'
import { keys, readPaying, remove, tabStore, type SuccessEntry } from '../storage.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ComesLate } from '../ui/display/comes-late.tsx'
import { archiveBeforeClearing } from './clear-drafts.ts'
import { Done } from './done.tsx'
import styles from './success.module.css'

type Outcome = 'unknown' | 'done' | 'failed'

/**
 * The card provider comes back by an address of its own; its word is only ever taken for a failure
 * (design.md#success-archives-first). The history's entry remembers what came of it: a reload of a failed payment is
 * not taken for an order, and one who comes back to an order does not lose the next letter to it.
 */
const readOutcome = (): Outcome => {
  const isFailed =
    new URLSearchParams(location.search).get('redirect_status') === 'failed' ||
    (history.state as SuccessEntry)?.payment === 'failed'
  return isFailed ? 'failed' : 'done'
}
/** Until the page is opened, what was paid in this tab stands in its storage. */
const readEntry = (): SuccessEntry => (history.state as SuccessEntry) ?? readPaying()
const readLetterId = () => readEntry()?.letter
const nobodyKnows = () => undefined
const never = () => () => {}

export default function Success() {
  const shown = useSyncExternalStore<Outcome>(never, readOutcome, () => 'unknown')
  const isOpened = useRef(false)
  const letterId = useSyncExternalStore(never, readLetterId, nobodyKnows)

  useEffect(() => {
    if (shown === 'unknown' || isOpened.current) return
    isOpened.current = true
    // The provider's address carries the secret of the payment: it does not stay in the address bar.
    const { letter, payment } = readEntry() ?? {}
    if (shown === 'failed') return history.replaceState({ payment: 'failed' }, '', location.pathname)
    remove(keys.paying, tabStore())
    history.replaceState({ payment: 'archived', letter } satisfies SuccessEntry, '', location.pathname)
    if (payment !== 'archived') void archiveBeforeClearing(new Date())
  }, [shown])

  return (
    <ComesLate>
      {shown === 'unknown' && <Looking />}
      {shown === 'failed' && <Failed />}
      {shown === 'done' && <Done letterId={letterId} />}
    </ComesLate>
  )
}

const Looking = () => (
  <section className={styles.card} aria-busy="true">
    <h1>Comprobando su pedido...</h1>
  </section>
)

const Failed = () => (
  <section className={styles.card}>
    <h1>El pago no se ha completado</h1>
    <p>No se le ha cobrado nada y su carta sigue guardada tal como la dejó.</p>
    <ButtonLink href="/write">Volver a la carta</ButtonLink>
  </section>
)
