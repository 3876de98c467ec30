import { useEffect, useRef, useSyncExternalStore } from 'react'
import { keys, readPaying, remove, tabStore, type SuccessEntry } from '../storage.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ComesLate } from '../ui/display/comes-late.tsx'
import { archiveBeforeClearing } from './clear-drafts.ts'
import { Done } from './done.tsx'
import styles from './success.module.css'

type Outcome = 'unknown' | 'done' | 'failed' | 'pending'

/**
 * The card provider comes back by an address of its own; its word is only ever taken for a failure
 * or a bank that is not done (design.md#success-archives-first). The history's entry remembers what came of it: a reload of
 * such a payment is not taken for an order, and one who comes back to an order does not lose the next letter to it.
 */
const notDone = ['failed', 'pending'] as const
const readOutcome = (): Outcome => {
  const said = new URLSearchParams(location.search).get('redirect_status')
  const known = (history.state as SuccessEntry)?.payment
  return notDone.find((outcome) => outcome === said || outcome === known) ?? 'done'
}
/** Until the page is opened, what was paid in this tab stands in its storage. */
const readEntry = (): SuccessEntry => (history.state as SuccessEntry) ?? readPaying()
const readLetterId = () => readEntry()?.letter
const nobodyKnows = () => undefined
const never = () => () => {}

/** Letters that were archived while another entry of the history was shown, which cannot be told to their own. */
const archivedElsewhere = new Set<string | undefined>()

export default function Success() {
  const shown = useSyncExternalStore<Outcome>(never, readOutcome, () => 'unknown')
  const isOpened = useRef(false)
  const letterId = useSyncExternalStore(never, readLetterId, nobodyKnows)

  useEffect(() => {
    if (shown === 'unknown' || isOpened.current) return
    isOpened.current = true
    // The provider's address carries the secret of the payment: it does not stay in the address bar.
    const { letter, payment } = readEntry() ?? {}
    const keep = (entry: SuccessEntry) => history.replaceState(entry, '', location.pathname)
    if (shown !== 'done') return keep({ payment: shown, letter })
    remove(keys.paying, tabStore())
    const isArchived = payment === 'archived' || archivedElsewhere.has(letter)
    keep({ payment: isArchived ? 'archived' : undefined, letter })
    if (isArchived) return
    // A page that was closed before, or could not archive, does so when it is opened again.
    const entry: unknown = history.state
    void archiveBeforeClearing(new Date()).then((isDone) => {
      if (!isDone) return
      if (history.state === entry) keep({ payment: 'archived', letter })
      else if (letter) archivedElsewhere.add(letter)
    })
  }, [shown])

  return (
    <ComesLate>
      {shown === 'unknown' && <Looking />}
      {shown === 'failed' && <Failed />}
      {shown === 'pending' && <Pending letterId={letterId} />}
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

const Pending = ({ letterId }: { letterId: string | undefined }) => (
  <section className={styles.card}>
    <h1>El pago está en curso</h1>
    <p>
      Su banco lo está procesando. Le avisaremos por correo electrónico en cuanto termine; no hace falta pagar
      otra vez. Mientras tanto su carta sigue guardada tal como la dejó.
    </p>
    <ButtonLink href={letterId ? `/my-letters?carta=${letterId}` : '/my-letters'}>Ver la carta</ButtonLink>
  </section>
)
