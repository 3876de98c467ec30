import type { PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import { useId } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import styles from './cards.module.css'

/** `leave`: whoever pays answers nothing now. */
export type Verdict = 'pass' | 'fail' | 'leave'

/** Nothing else can be reached until the layer goes; then the focus is back where it was. */
function standOverAll(layer: HTMLElement | null) {
  const from = document.activeElement
  const behind = [...document.body.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && !child.contains(layer) && !child.inert,
  )
  for (const element of behind) element.inert = true
  layer?.querySelector('button')?.focus()
  return () => {
    for (const element of behind) element.inert = false
    if (from instanceof HTMLElement) from.focus()
  }
}

/**
 * The bank's question, as the real provider puts it: a layer on the document over the payment dialog, which
 * therefore must not be in the browser's top layer.
 */
export function CardChallenge({
  method,
  onVerdict,
}: {
  method: PaymentMethod
  onVerdict: (verdict: Verdict) => void
}) {
  const titleId = useId()
  const isBizum = method === 'bizum'
  return createPortal(
    <div className={styles.overlay}>
      <div
        ref={standOverAll}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        onKeyDown={({ key }) => key === 'Escape' && onVerdict(isBizum ? 'leave' : 'fail')}
        className={styles.challenge}
      >
        <h2 id={titleId}>Autorizar el pago</h2>
        <p>Banco de pruebas: ¿autoriza usted este pago con {isBizum ? 'Bizum' : 'su tarjeta'}?</p>
        <div className={styles.verdicts}>
          <Button onClick={() => onVerdict('pass')}>Autorizar</Button>
          <Button kind="secondary" onClick={() => onVerdict('fail')}>
            Rechazar
          </Button>
          {isBizum && (
            <Button kind="quiet" onClick={() => onVerdict('leave')}>
              No responder
            </Button>
          )}
        </div>
      </div>
    </div>,
    document.body,
  )
}
