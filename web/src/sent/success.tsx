import type { LetterDetail } from '@lacre/letter/calls.ts'
import { arrivalOn, leavesOn, longDate, madridDay, postingDay, seconds } from '@lacre/letter/days.ts'
import { orderWords } from '@lacre/letter/words.ts'
import { untilWords } from '../coming-day.ts'
import { useEffect, useRef } from 'react'
import { readLetter } from '../api.ts'
import { useAnswer } from '../queries.ts'
import { useSession } from '../session.ts'
import { keys, readPaying, remove, type SuccessEntry, tabStore } from '../storage.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Actions, ComesLate, Fact, Facts } from '../ui/display.tsx'
import { WaxSeal } from '../ui/wax-seal.tsx'
import { useClosedDays } from '../use-config.ts'
import { useInBrowser } from '../use-in-browser.ts'
import { archiveBeforeClearing } from './clear-drafts.ts'
import sealedEnvelopeStyles from './sealed-envelope.module.css'
import styles from './success.module.css'

/** The webhook reaches the server mostly within a second. */
const lookAgainMs = seconds(1.5)
const mostLooks = 20

/** Polls until the server reports the letter as paid; the browser's result proves nothing (design/trust.md#webhook-is-a-hint). */
function usePaidLetter(id = ''): LetterDetail | undefined {
  const session = useSession()
  const { data } = useAnswer(['paid-letter', session, id], () => readLetter(id), {
    enabled: session !== undefined && id !== '',
    refetchInterval: ({ state: { data: letter, dataUpdateCount, errorUpdateCount } }) =>
      !letter?.paidAt && dataUpdateCount + errorUpdateCount < mostLooks && lookAgainMs,
    refetchIntervalInBackground: true,
  })
  return data
}

/** The letter slides into its envelope, which is sealed; without motion on request. Decoration. */
const SealedEnvelope = () => (
  <div className={sealedEnvelopeStyles.envelope} aria-hidden="true">
    <svg viewBox="0 0 240 150" focusable="false">
      <path className={sealedEnvelopeStyles.inside} d="M2 4h236v142H2z" />
      <path className={sealedEnvelopeStyles.openFlap} d="M2 4h236L132 92q-12 9-24 0z" />
      <g className={sealedEnvelopeStyles.sheet}>
        <path d="M18 10h204v120H18z" />
        <path className={sealedEnvelopeStyles.writing} d="M38 34h92M38 48h150M38 60h158M38 72h140" />
      </g>
      <path
        className={sealedEnvelopeStyles.pocket}
        d="M2 4l104 82q14 11 28 0L238 4v138q0 4-4 4H6q-4 0-4-4z"
      />
      <path className={sealedEnvelopeStyles.folds} d="M4 144l94-66M236 144l-94-66" />
      <path className={sealedEnvelopeStyles.flap} d="M2 4h236L132 92q-12 9-24 0z" />
    </svg>
    <span className={sealedEnvelopeStyles.seal}>
      <WaxSeal size={64} />
    </span>
  </div>
)

/** The texts of the specification, and the facts of the paid letter. */
function Done({ letterId }: { letterId: string | undefined }) {
  const letter = usePaidLetter(letterId)
  const isSeveral = !!letter?.order
  return (
    <section className={`stack sheet centred ${styles.card}`}>
      <SealedEnvelope />
      <h1>¡Pedido realizado con éxito!</h1>
      <p>
        {isSeveral
          ? 'Sus cartas se están procesando y se enviarán pronto.'
          : 'Su carta se está procesando y se enviará pronto.'}
      </p>
      <p>Le avisaremos por correo electrónico cuando cambie su estado.</p>
      {letterId && (
        <div className={styles.letter} aria-live="polite">
          {letter?.paidAt && <Paid letter={letter} paidAt={letter.paidAt} />}
        </div>
      )}
      <Actions at="center" className={styles.actions}>
        {letterId && (
          <ButtonLink kind="secondary" href={isSeveral ? '/my-letters' : `/my-letters?carta=${letterId}`}>
            {isSeveral ? 'Ver las cartas' : 'Ver la carta'}
          </ButtonLink>
        )}
        <ButtonLink href="/write">Escribir otra carta</ButtonLink>
      </Actions>
    </section>
  )
}

function Paid({ letter, paidAt }: { letter: LetterDetail; paidAt: string }) {
  const { destination, cancellable, cancelUntil, now, order } = letter
  const closed = useClosedDays()
  const paidOn = madridDay(new Date(paidAt))
  const chosen = postingDay(letter.postOn)
  const planned = chosen && chosen > paidOn ? leavesOn(chosen, closed) : paidOn
  const leaves = cancelUntil ? madridDay(new Date(cancelUntil)) : planned
  const until = cancelUntil
    ? `Hasta ${untilWords(new Date(cancelUntil), new Date(now))}`
    : `Hasta que empecemos a ${order ? 'imprimirlas' : 'imprimirla'}`
  return (
    <Facts values="apart">
      <Fact name={order ? 'Destinatarios' : 'Destinatario'}>
        {destination.name}, {destination.city}
        {order && ` y ${order.letters - 1} más`}
      </Fact>
      {order && <Fact name="Cartas">{orderWords(order)}</Fact>}
      {leaves > paidOn && <Fact name="Sale">{longDate(leaves)}</Fact>}
      <Fact name="Fecha estimada de llegada">{longDate(arrivalOn(leaves, closed))}</Fact>
      {cancellable && <Fact name={order ? 'Puede cancelarlas' : 'Puede cancelarla'}>{until}</Fact>}
    </Facts>
  )
}

type Outcome = 'unknown' | 'done' | 'failed' | 'pending'

/**
 * The card provider returns to our address with its result, which only counts for a failure or a pending bank
 * (design/writing.md#success-archives-first). The history state stores the outcome: a reload of a failed payment must not
 * count as an order, and going back to an order must not clear the next letter.
 */
const notDone = ['failed', 'pending'] as const
const readOutcome = (): Outcome => {
  const said = new URLSearchParams(location.search).get('redirect_status')
  const known = (history.state as SuccessEntry)?.payment
  return notDone.find((outcome) => outcome === said || outcome === known) ?? 'done'
}
/** At the first opening the payment is still in sessionStorage. */
const readEntry = (): SuccessEntry => (history.state as SuccessEntry) ?? readPaying()
const readLetterId = () => readEntry()?.letter

export default function Success() {
  const shown = useInBrowser<Outcome>(readOutcome, 'unknown')
  const isOpened = useRef(false)
  const letterId = useInBrowser(readLetterId, undefined)

  useEffect(() => {
    if (shown === 'unknown' || isOpened.current) return
    isOpened.current = true
    // Removes the secret of the payment from the address bar.
    const { letter, draft } = readEntry() ?? {}
    const keep = (entry: SuccessEntry) => history.replaceState(entry, '', location.pathname)
    if (shown !== 'done') return keep({ payment: shown, letter, draft })
    remove(keys.paying, tabStore())
    keep({ letter, draft })
    // A page closed before this, or a failed archive, tries again when it is opened next.
    const entry: unknown = history.state
    void archiveBeforeClearing(new Date(), draft).then((isDone) => {
      if (isDone && history.state === entry) keep({ letter, draft: draft ?? 'none' })
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
  <section className={`stack sheet centred ${styles.card}`} aria-busy="true">
    <h1>Comprobando su pedido...</h1>
  </section>
)

const Failed = () => (
  <section className={`stack sheet centred ${styles.card}`}>
    <h1>El pago no se ha completado</h1>
    <p>No se le ha cobrado nada y su carta sigue guardada tal como la dejó.</p>
    <ButtonLink href="/write">Volver a la carta</ButtonLink>
  </section>
)

const Pending = ({ letterId }: { letterId: string | undefined }) => (
  <section className={`stack sheet centred ${styles.card}`}>
    <h1>El pago está en curso</h1>
    <p>
      Su banco lo está procesando. Le avisaremos por correo electrónico en cuanto termine; no hace falta pagar
      otra vez. Mientras tanto su carta sigue guardada tal como la dejó.
    </p>
    <ButtonLink href={letterId ? `/my-letters?carta=${letterId}` : '/my-letters'}>Ver la carta</ButtonLink>
  </section>
)
