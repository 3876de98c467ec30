import {
  arrivalOn,
  atHour,
  type CutOff,
  leavesAt,
  leavesOn,
  longDate,
  madridDay,
  postingDay,
} from '@lacre/letter/days.ts'
import { haveSameBlock, sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { greetingFor } from '@lacre/letter/recipients/greeting.ts'
import { sumLines } from '@lacre/letter/price/price.ts'
import { count } from '@lacre/letter/words.ts'
import { comingDate, untilWords } from '../coming-day.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { config } from '../api.ts'
import {
  type AddressRole,
  type Confirm,
  notLoaded,
  type PaymentProps,
  type ToPay,
} from '../outside/card-form.ts'
import { openCards } from '../outside/cards.ts'
import { queries, take } from '../queries.ts'
import { serverNow } from '../server-clock.ts'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/display.tsx'
import { Form } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useClosedDays, useCutOff } from '../use-config.ts'
import { FrozenPages } from './frozen-pages.tsx'
import styles from './payment.module.css'
import { PriceLines, TotalLine } from './price-lines.tsx'

/** A confirmation required before paying; `explanation` says why (design/sending.md#sample-addresses). */
function Tick({
  explanation,
  onTick,
  children,
}: {
  explanation?: string
  onTick: (isTicked: boolean) => void
  children: ReactNode
}) {
  const explanationId = useId()
  return (
    <div className={`list ${styles.tick}`}>
      {explanation && <p id={explanationId}>{explanation}</p>}
      <label>
        <input
          type="checkbox"
          aria-describedby={explanation && explanationId}
          onChange={(event) => onTick(event.target.checked)}
        />
        {children}
      </label>
    </div>
  )
}

/** Stops a sample address: it must be replaced or confirmed (design/sending.md#sample-addresses). */
function SampleStop({
  role,
  onEdit,
  onTick,
}: {
  role: AddressRole
  /** Undefined outside the writing page. */
  onEdit: ((role: AddressRole) => void) | undefined
  onTick: (isTicked: boolean) => void
}) {
  const isSender = role === 'originAddress'
  const { name } = isSender ? sampleSender : sampleRecipient
  return (
    <div className={`list ${styles.tick}`}>
      <p>
        <strong>Falta {isSender ? 'su dirección' : 'la dirección'}.</strong>{' '}
        {isSender
          ? `Se imprimiría la de ejemplo, ${name}, y ahí volvería la carta si no se pudiera entregar.`
          : 'La carta iría a la de ejemplo.'}
      </p>
      {onEdit && (
        <Button onClick={() => onEdit(role)}>{isSender ? 'Poner mi dirección' : 'Poner la dirección'}</Button>
      )}
      <label className={`soft ${styles.facts}`}>
        <input type="checkbox" onChange={(event) => onTick(event.target.checked)} />
        Es de verdad {isSender ? 'de' : 'para'} {name}
      </label>
    </div>
  )
}

const dayAndMonth = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'long',
})

/** Without the year: an equal letter has the same printed date, so it was paid within days. */
const paidWords = (paidAt: Date): string =>
  `Ya ha pagado esta misma carta el ${dayAndMonth.format(paidAt)} ${atHour(paidAt)}.`

/** Names letters that were already paid exactly so; empty if none. */
const paidBeforeWords = (letters: readonly ToPay[]): string =>
  letters
    .flatMap(({ letter: { paidBefore }, recipient }) =>
      paidBefore ? [(letters.length > 1 ? `${recipient.name}: ` : '') + paidWords(new Date(paidBefore))] : [],
    )
    .join(' ')

/**
 * A dialog over the whole page, but not in the top layer (`showModal`): there it would cover the bank's question, which
 * the card provider puts over the document. The page behind is inert. `opener` gets the focus back.
 */
function PageDialog({
  title,
  canClose,
  onClose,
  opener,
  children,
}: {
  title: string
  canClose: boolean
  onClose: () => void
  opener: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const from = opener.current
    const page = document.getElementById('root')
    const element = dialog.current
    if (page) page.inert = true
    element?.show()
    // Else Cancelar would get the focus, the only control while the card form loads.
    element?.focus()
    return () => {
      element?.close()
      if (page) page.inert = false
      from?.focus()
    }
  }, [opener])

  // Before the first paint, so that Escape works at once.
  useLayoutEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      // A modal dialog above this one takes Escape first.
      if (key === 'Escape' && canClose && !document.querySelector('dialog:modal')) onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [canClose, onClose])

  return createPortal(
    <div className={`veil ${styles.overlay}`}>
      <dialog
        ref={dialog}
        className={`raised ${styles.dialog}`}
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </dialog>
    </div>,
    document.body,
  )
}

/** Until when all letters can be cancelled. `cutOff` undefined: no hour is promised, or not loaded yet. */
function untilWhen(letters: PaymentProps['letters'], cutOff: CutOff | undefined, now: Date): string {
  const [first] = cutOff
    ? letters
        .map(({ letter }) => leavesAt(now, postingDay(letter.postOn), cutOff))
        .toSorted((one, other) => Number(one) - Number(other))
    : []
  if (first) return untilWords(first, now)
  return letters.length === 1 ? 'que empecemos a imprimirla' : 'que empecemos a imprimirlas'
}

type Moment = { cutOff: CutOff | undefined; now: Date }
type Until = Pick<PaymentProps, 'letters'> & Moment

/** Required by law beside the pay button: terms, no right of withdrawal, cancellation. */
export function PaymentTerms({ letters, cutOff, now }: Until) {
  const isOne = letters.length === 1
  return (
    <p className={`quiet ${styles.terms}`}>
      Al pagar acepta las{' '}
      <a href="/terms-of-use" target="_blank">
        condiciones
      </a>
      ; {isOne ? 'al ser personal no admite' : 'al ser personales no admiten'} desistimiento, pero puede{' '}
      {isOne ? 'cancelarla' : 'cancelarlas'} gratis hasta {untilWhen(letters, cutOff, now)}.
    </p>
  )
}

/** Above the card form: recipient, arrival, cancellation. */
function Whom({ letters, cutOff, now }: Until) {
  const [{ letter, recipient }, ...others] = letters
  const isOneDay = others.every((one) => one.letter.postOn === letter.postOn)
  return (
    <div className={styles.whom}>
      <p>
        {others.length ? 'Cartas para ' : 'Carta para '}
        <strong translate="no">
          {others.length
            ? count(letters.length, 'destinatario', 'destinatarios')
            : `${recipient.name}, ${recipient.city}`}
        </strong>
      </p>
      <p className={`soft ${styles.facts}`}>
        {isOneDay && <Leaves letter={letter} cutOff={cutOff} now={now} />} Puede{' '}
        {others.length ? 'cancelarlas' : 'cancelarla'} gratis hasta {untilWhen(letters, cutOff, now)}.
      </p>
    </div>
  )
}

/** The letters as the server froze them. */
function PaymentSummary({ letters, isBusy, ...moment }: Until & { isBusy: boolean }) {
  const [{ letter, recipient }, ...others] = letters
  if (others.length) {
    const isOneDay = others.every((one) => one.letter.postOn === letter.postOn)
    return (
      <ol className={`wrap ${styles.summary} ${styles.letters}`}>
        {letters.map((one) => (
          <Folded key={one.letter.id} {...one} {...moment} isBusy={isBusy} saysDay={!isOneDay} />
        ))}
      </ol>
    )
  }
  return (
    <div className={`list wrap ${styles.summary}`}>
      <FrozenPages letter={letter} isBusy={isBusy} />
      <Where letter={letter} recipient={recipient} />
    </div>
  )
}

const Where = ({ letter, recipient }: ToPay) => (
  <p className={`soft ${styles.facts}`} translate="no">
    {recipient.street}, {recipient.postalCode} {recipient.city} · {count(letter.pages, 'página', 'páginas')}{' '}
    en {count(letter.sheets, 'hoja', 'hojas')}
  </p>
)

/** One of several letters; its pages load when it is unfolded. */
function Folded({
  letter,
  recipient,
  greets,
  isBusy,
  saysDay,
  ...moment
}: ToPay & Moment & { isBusy: boolean; saysDay: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {recipient.name}, {recipient.city} · {greets && `«${greetingFor(recipient)}» · `}
          {count(letter.pages, 'página', 'páginas')}
        </summary>
        {isOpen && (
          <div className={`group ${styles.folded}`}>
            {saysDay && (
              <p>
                <Leaves letter={letter} {...moment} />
              </p>
            )}
            <FrozenPages letter={letter} isBusy={isBusy} />
            <Where letter={letter} recipient={recipient} />
          </div>
        )}
      </details>
    </li>
  )
}

/** Estimated arrival, and the posting day if chosen (design/letter.md#arrival-estimate). */
export function Leaves({ letter, cutOff, now }: Pick<ToPay, 'letter'> & Moment) {
  const closed = useClosedDays()
  const today = madridDay(now)
  const postOn = postingDay(letter.postOn)
  const planned = postOn && postOn > today ? leavesOn(postOn, closed) : today
  const leaves = cutOff ? madridDay(leavesAt(now, postOn, cutOff)) : planned
  const arrival = longDate(arrivalOn(leaves, closed))
  if (!postOn || postOn <= today) return <>Se espera que llegue el {arrival}.</>
  return (
    <>
      Sale <strong>{comingDate(leaves, today)}</strong> y se espera que llegue el {arrival}.
    </>
  )
}

type Payment =
  | { is: 'ready' | 'processing' }
  | { is: 'pending' | 'waiting' }
  | { is: 'refused' | 'ended'; message: string }

/**
 * A letter's payment ends when a newer version of it is sent, when it is cancelled or expires
 * (design/sending.md#same-letter-same-intent), and after too many refused cards; Enviar then says how long to wait.
 */
const wayOn =
  'Quizá envió una versión más reciente desde otra pestaña, canceló la carta o pagó alguna por separado. También pasa si se rechazan demasiadas tarjetas seguidas. No se le ha cobrado nada: cierre esta ventana y pulse Enviar otra vez, o Pagar en «Mis cartas».'

/** Neither paid nor refused yet; also after closing the dialog (design/money.md#ways-to-pay). */
const notYet = {
  pending:
    'Su banco está procesando el pago. Le avisaremos por correo electrónico en cuanto termine; no hace falta pagar otra vez.',
  waiting:
    'El pago espera su aprobación en la app de su banco. Si lo aprueba, le avisaremos por correo electrónico. Si no, caduca en unos minutos sin cobrarle nada y puede volver a intentarlo.',
}

/** 'Finalizar Pago' (specification, sections 2 and 4). A refused payment leaves the form usable. */
export function PaymentDialog(props: PaymentProps) {
  const { letters, clientSecret, leftOut, opener, onAddress, onPaid, onClose } = props
  const lines = sumLines(letters.map(({ letter }) => letter.lines))
  const total = letters.reduce((sum, { letter }) => sum + letter.total, 0)
  const { shownTotal = total } = props
  const isToSender = letters.some(({ sender, recipient }) => sender && haveSameBlock(sender, recipient))
  const hasSample = letters.some(({ letter }) => letter.sampleRecipient)
  const isFromSample = letters.some(({ letter }) => letter.sampleSender)
  const paidBefore = paidBeforeWords(letters)
  const { data: cards, isError } = useQuery(
    { queryKey: ['cards'], queryFn: async () => openCards((await take(config())).cards) },
    queries,
  )
  const cutOff = useCutOff()
  const [now] = useState(serverNow)
  const [payment, setPayment] = useState<Payment>({ is: 'ready' })
  const [confirm, setConfirm] = useState<Confirm>()
  const [isSampleMeant, setSampleMeant] = useState(!hasSample)
  const [isSenderMeant, setSenderMeant] = useState(!isFromSample)
  const [isSelfMeant, setSelfMeant] = useState(!isToSender)
  const [isAgainMeant, setAgainMeant] = useState(!paidBefore)
  const isMeant = isSampleMeant && isSenderMeant && isSelfMeant && isAgainMeant
  // React would call a function given to a state setter.
  const onConfirmable = useCallback((given: Confirm | undefined) => setConfirm(() => given), [])
  const cardForm = useRef<HTMLDivElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const end = useCallback((ended: Payment) => {
    flushSync(() => setPayment(ended)) // the message must exist before it is scrolled to
    if (ended.is !== 'refused') return
    cardForm.current?.scrollIntoView({ block: 'nearest' })
    submit.current?.scrollIntoView({ block: 'nearest' }) // in a low window the button scrolls away too
  }, [])
  const onFailure = useCallback((message: string) => end({ is: 'refused', message }), [end])
  const isBusy = payment.is === 'processing'
  const refusal = 'message' in payment ? payment.message : isError ? notLoaded : undefined
  const isOver = payment.is === 'pending' || payment.is === 'waiting' || payment.is === 'ended'

  async function pay() {
    if (!confirm || isBusy || !isMeant) return
    setPayment({ is: 'processing' })
    const confirmation = await confirm()
    if (confirmation.is === 'succeeded') onPaid()
    else end(confirmation.is === 'processing' ? { is: 'pending' } : confirmation)
  }

  return (
    <PageDialog title="Finalizar Pago" canClose={!isBusy} onClose={onClose} opener={opener}>
      <Form className={styles.form ?? ''} noValidate onSubmit={pay}>
        <div className={`list ${styles.body}`}>
          {leftOut && <Notice kind="info">{leftOut}</Notice>}
          {paidBefore && (
            <Tick explanation={paidBefore} onTick={setAgainMeant}>
              Quiero enviarla otra vez.
            </Tick>
          )}
          {isToSender && (
            <Tick onTick={setSelfMeant}>
              El destinatario y el remite son el mismo: quiero enviarme la carta a mí.
            </Tick>
          )}
          {hasSample && <SampleStop role="destinationAddress" onEdit={onAddress} onTick={setSampleMeant} />}
          {isFromSample && <SampleStop role="originAddress" onEdit={onAddress} onTick={setSenderMeant} />}
          <Whom letters={letters} cutOff={cutOff} now={now} />
          <div ref={cardForm} className={styles.card}>
            {cards ? (
              <cards.CardForm
                clientSecret={clientSecret}
                isBusy={isBusy}
                takesFocus={isMeant}
                onConfirmable={onConfirmable}
                onFailure={onFailure}
              />
            ) : (
              !isError && <p role="status">Cargando el formulario de pago…</p>
            )}
          </div>
          <PaymentSummary letters={letters} cutOff={cutOff} now={now} isBusy={isBusy} />
        </div>
        <div className={`group ${styles.foot}`}>
          <div>
            {shownTotal !== total && (
              <Notice kind="info">El precio ha cambiado desde que abrió esta página.</Notice>
            )}
            <TotalLine total={total} />
            <details className={`fold ${styles.price}`}>
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
      </Form>
    </PageDialog>
  )
}
