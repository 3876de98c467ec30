import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { WaxSeal } from '../ui/wax-seal.tsx'
import { archiveBeforeClearing } from './clear-drafts.ts'
import styles from './success.module.css'

type Outcome = 'unknown' | 'done' | 'failed'

type Entry = { payment?: 'failed' | 'archived' } | null

/**
 * The card provider comes back by an address of its own; its word is only ever taken for a failure
 * (design.md#success-archives-first). The history's entry remembers what came of it: a reload of a failed payment is
 * not taken for an order, and one who comes back to an order does not lose the next letter to it.
 */
const readOutcome = (): Outcome => {
  const isFailed =
    new URLSearchParams(location.search).get('redirect_status') === 'failed' ||
    (history.state as Entry)?.payment === 'failed'
  return isFailed ? 'failed' : 'done'
}
const never = () => () => {}

export default function Success() {
  const shown = useSyncExternalStore<Outcome>(never, readOutcome, () => 'unknown')
  const isOpened = useRef(false)

  useEffect(() => {
    if (shown === 'unknown' || isOpened.current) return
    isOpened.current = true
    // The provider's address carries the secret of the payment: it does not stay in the address bar.
    const isArchived = (history.state as Entry)?.payment === 'archived'
    const entry: Entry = { payment: shown === 'failed' ? 'failed' : 'archived' }
    history.replaceState(entry, '', location.pathname)
    if (shown === 'done' && !isArchived) void archiveBeforeClearing(new Date())
  }, [shown])

  if (shown === 'unknown')
    return (
      <section className={styles.card} aria-busy="true">
        <h1>Comprobando su pedido...</h1>
      </section>
    )
  return shown === 'failed' ? <Failed /> : <Done />
}

const Done = () => (
  <section className={styles.card}>
    <div className={styles.seal}>
      <WaxSeal size={96} />
    </div>
    <h1>¡Pedido realizado con éxito!</h1>
    <p>Su carta se está procesando y se enviará pronto.</p>
    <p>Le avisaremos por correo electrónico cuando cambie su estado.</p>
    <ButtonLink href="/write">Escribir otra carta</ButtonLink>
  </section>
)

const Failed = () => (
  <section className={styles.card}>
    <h1>El pago no se ha completado</h1>
    <p>No se le ha cobrado nada y su carta sigue guardada tal como la dejó.</p>
    <ButtonLink href="/write">Volver a la carta</ButtonLink>
  </section>
)
