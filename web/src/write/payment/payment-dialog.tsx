import { useCallback, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { sumLines } from '@lacre/letter/price/price.ts'
import type { Confirm, PaymentProps } from '../../outside/card-form.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCutOff } from '../../use-config.ts'
import { PriceLines, TotalLine } from '../cost/price-lines.tsx'
import { PageDialog } from './page-dialog.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import { PaymentTerms } from './payment-terms.tsx'
import { paidBeforeWords } from './paid-words.ts'
import styles from './payment.module.css'
import { Tick } from './tick.tsx'
import { useCards } from './use-cards.ts'

type Payment =
  | { is: 'ready' | 'processing' }
  | { is: 'pending' | 'waiting' }
  | { is: 'refused' | 'ended'; message: string }

/**
 * A letter's payment ends when a newer version of it is sent, when it is cancelled or expires
 * (design.md#same-letter-same-intent), and after too many refused cards; Enviar then says how long to wait.
 */
const wayOn =
  'Quizá se ha enviado después una versión más reciente de la carta desde otra pestaña, se ha cancelado la carta, se ha pagado por separado alguna de varias o se han rechazado demasiadas tarjetas seguidas. No se le ha cobrado nada: cierre esta ventana y pulse Enviar otra vez, o Pagar en «Mis cartas», para pagar lo que falte tal como está ahora.'

/** Neither paid nor refused: what becomes of it, whether the window stays open or not (design.md#ways-to-pay). */
const notYet = {
  pending:
    'Su banco está procesando el pago. Le avisaremos por correo electrónico en cuanto termine; no hace falta pagar otra vez.',
  waiting:
    'El pago espera su aprobación en la app de su banco. Si lo aprueba, le avisaremos por correo electrónico; si no, caduca en unos minutos, no se le cobra nada y puede volver a intentarlo.',
}

/** 'Finalizar Pago' (specification, sections 2 and 4). A refused payment leaves the form usable. */
export function PaymentDialog(props: PaymentProps) {
  const { letters, clientSecret, leftOut, opener, onPaid, onClose } = props
  const lines = sumLines(letters.map(({ letter }) => letter.lines))
  const total = letters.reduce((sum, { letter }) => sum + letter.total, 0)
  const { shownTotal = total } = props
  const hasSample = letters.some(({ letter }) => letter.sampleRecipient)
  const isFromSample = letters.some(({ letter }) => letter.sampleSender)
  const paidBefore = paidBeforeWords(letters)
  const { cards, failure } = useCards()
  const cutOff = useCutOff()
  const [now] = useState(() => new Date())
  const [payment, setPayment] = useState<Payment>({ is: 'ready' })
  const [confirm, setConfirm] = useState<Confirm>()
  const [isSampleMeant, setSampleMeant] = useState(!hasSample)
  const [isAgainMeant, setAgainMeant] = useState(!paidBefore)
  const isMeant = isSampleMeant && isAgainMeant
  // A function in a state is called by React unless it is wrapped.
  const onConfirmable = useCallback((given: Confirm | undefined) => setConfirm(() => given), [])
  const cardForm = useRef<HTMLDivElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const end = useCallback((ended: Payment) => {
    flushSync(() => setPayment(ended)) // what is to be seen must stand there first
    if (ended.is !== 'refused') return
    cardForm.current?.scrollIntoView({ block: 'nearest' })
    submit.current?.scrollIntoView({ block: 'nearest' }) // in a low window, where it scrolls away too
  }, [])
  const onFailure = useCallback((message: string) => end({ is: 'refused', message }), [end])
  const isBusy = payment.is === 'processing'
  const refusal = 'message' in payment ? payment.message : failure
  const isOver = payment.is === 'pending' || payment.is === 'waiting' || payment.is === 'ended'

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!confirm || isBusy || !isMeant) return
    setPayment({ is: 'processing' })
    const confirmation = await confirm()
    if (confirmation.is === 'succeeded') onPaid()
    else end(confirmation.is === 'processing' ? { is: 'pending' } : confirmation)
  }

  return (
    <PageDialog title="Finalizar Pago" canClose={!isBusy} onClose={onClose} opener={opener}>
      <form className={styles.form} noValidate onSubmit={(event) => void pay(event)}>
        <div className={styles.body}>
          {leftOut && <Notice kind="info">{leftOut}</Notice>}
          {paidBefore && (
            <Tick explanation={paidBefore} onTick={setAgainMeant}>
              Quiero enviarla otra vez.
            </Tick>
          )}
          {hasSample && (
            <Tick onTick={setSampleMeant}>
              La dirección de destino es la de ejemplo y es correcta: quiero enviar la carta ahí.
            </Tick>
          )}
          {isFromSample && (
            <Notice kind="info">
              El remite es el de ejemplo: así se imprimirá, y ahí volvería la carta si no se pudiera entregar.
            </Notice>
          )}
          <div ref={cardForm} className={styles.card}>
            {cards ? (
              <cards.CardForm
                clientSecret={clientSecret}
                isBusy={isBusy}
                onConfirmable={onConfirmable}
                onFailure={onFailure}
              />
            ) : (
              !failure && <p role="status">Cargando el formulario de pago…</p>
            )}
          </div>
          <PaymentSummary letters={letters} isBusy={isBusy} />
        </div>
        <div className={styles.foot}>
          <div>
            {shownTotal !== total && (
              <Notice kind="info">El precio ha cambiado desde que abrió esta página.</Notice>
            )}
            <TotalLine total={total} />
            <details className={styles.price}>
              <summary>Detalle de costes</summary>
              <PriceLines lines={lines} />
            </details>
          </div>
          {refusal && (
            <Notice kind="error">
              {refusal} {payment.is === 'ended' && wayOn}
            </Notice>
          )}
          {(payment.is === 'pending' || payment.is === 'waiting') && (
            <Notice kind="info">{notYet[payment.is]}</Notice>
          )}
          <PaymentTerms letters={letters} cutOff={cutOff} now={now} />
          <Actions className={styles.actions}>
            <Button kind="secondary" disabled={isBusy} onClick={onClose}>
              Cancelar
            </Button>
            <Button ref={submit} type="submit" isBusy={isBusy} disabled={!confirm || !isMeant || isOver}>
              {isBusy ? 'Procesando...' : 'Pagar ahora'}
            </Button>
          </Actions>
        </div>
      </form>
    </PageDialog>
  )
}
