import type { LetterDetail } from '@lacre/letter/calls.ts'
import { longDate, madridDay } from '@lacre/letter/days.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { bankShowsItLater, count } from '@lacre/letter/words.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { letterPdf, readLetter } from '../api.ts'
import { download } from '../download.ts'
import { sha256Of } from '../drafts/pictures.ts'
import { queries, useAnswer, useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { BackLink, Loading, Timeline, Title, useDocumentTitle } from '../ui/display.tsx'
import { Notice, Retry } from '../ui/notice.tsx'
import { keepFocus, openAtTop } from '../ui/take-focus.ts'
import { useClosedDays } from '../use-config.ts'
import { useToday } from '../use-today.ts'
import { CameBack, LinkTo } from './again.tsx'
import { type Changeable, showChanged } from './calls.ts'
import { CancelButton } from './cancel.tsx'
import { DayButton } from './day-button.tsx'
import { FirstPage } from './first-page.tsx'
import { Invoices, Receipt } from './invoices.tsx'
import styles from './letter.module.css'
import { PayButton, prepareLetter } from './payment.tsx'
import { comingSteps, figuresOnly, ifItWasYou, stateSentence, StateTag, stepWords } from './words.tsx'
import { KeepAsTemplate, WriteAgain } from './write-again.tsx'

/** Downloads the printed file and checks its hash (design/trust.md#freeze-before-pay). */
function PrintedPages({ letter }: { letter: LetterDetail }) {
  const [isSame, setSame] = useState(false)
  const fetching = useCall(
    () => letterPdf(letter.id),
    async (pdf) => {
      const isTheOne = (await sha256Of(pdf)) === letter.sha256
      if (isTheOne) download(pdf, `carta-${letter.hash}.pdf`)
      setSame(isTheOne)
    },
  )
  return (
    <div className={`list start ${styles.pages}`}>
      <p>
        {count(letter.pages, 'página', 'páginas')} en {count(letter.sheets, 'hoja', 'hojas')}.
      </p>
      <Button
        kind="quiet"
        className={styles.edge ?? ''}
        isBusy={fetching.isPending}
        onClick={() => fetching.mutate()}
      >
        {fetching.isPending ? 'Descargando...' : 'Descargar las páginas (PDF)'}
      </Button>
      <details className="fold">
        <summary>Comprobar el documento</summary>
        <p>
          Se calcula (SHA-256) a partir del documento que usted pagó y lo distingue de cualquier otro. Se
          imprime ese documento y ninguno más: <code className="wrap">{letter.sha256}</code>
        </p>
      </details>
      {fetching.isSuccess && isSame && (
        <Notice kind="success">Descargado y comprobado: es el documento que usted pagó.</Notice>
      )}
      {fetching.isSuccess && !isSame && (
        <Notice kind="error">
          El documento recibido no es el que usted pagó, así que no lo hemos guardado. Inténtelo de nuevo y,
          si se repite, escríbanos.
        </Notice>
      )}
      {fetching.error && <Notice kind="error">{fetching.error.message}</Notice>}
    </div>
  )
}

const when = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** The content is erased after its retention time, or with its account (design/privacy.md#letters-are-forgotten). */
const isErased = ({ origin }: LetterDetail) => origin.name === ''

const titleOf = (letter: LetterDetail) =>
  isErased(letter)
    ? `Carta del ${longDate(madridDay(new Date(letter.createdAt)))}`
    : `Carta para ${letter.destination.name}`

export function Letter({ id }: { id: string }) {
  const key = ['letter', id]
  const { data: letter, error, isPending, refetch } = useAnswer(key, () => readLetter(id))
  const [message, setMessage] = useState<string>()

  useDocumentTitle(letter ? titleOf(letter) : 'Carta')

  function change(changed: LetterDetail, words?: string) {
    queries.setQueryData(key, changed)
    showChanged([changed])
    setMessage(words)
  }
  return (
    <article ref={keepFocus} className={`parts shelf ${styles.letter}`} aria-busy={isPending}>
      <BackLink href="/my-letters">Mis cartas</BackLink>
      <Title ref={openAtTop} tabIndex={-1}>
        {letter ? titleOf(letter) : 'Carta'}
      </Title>
      {isPending && <Loading>Cargando la carta...</Loading>}
      {error && <Retry onRetry={() => void refetch()}>{error.message}</Retry>}
      {message && (
        <div ref={showMessage} tabIndex={-1}>
          <Notice kind="success">{message}</Notice>
        </div>
      )}
      {letter && <Details letter={letter} onChange={change} />}
    </article>
  )
}

/** Scrolls to the message only when the pressed button is gone, not for a background change. */
function showMessage(element: HTMLElement | null) {
  if (document.activeElement !== document.body) return
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

function Details({ letter, onChange }: Changeable) {
  const { destination } = letter
  const isWritable = letter.access === 'full'
  const today = useToday()
  const closed = useClosedDays()
  return (
    <>
      <div className={`row ${styles.now}`}>
        <StateTag state={letter.state} />
        <p>
          {today && stateSentence(letter, { today, closed })} {moneyBack(letter)}
        </p>
      </div>
      {letter.againOf && (
        <p>
          <LinkTo letter={letter.againOf} words="Segundo envío de la carta del" />
        </p>
      )}
      {(letter.state === 'returned' || letter.returnable) && (
        <CameBack letter={letter} isErased={isErased(letter)} onChange={onChange} />
      )}
      {letter.state === 'frozen' && (
        <div className="list start">
          <PayButton prepare={() => prepareLetter(letter.id)} />
        </div>
      )}
      <div className={`stack ${styles.halves}`}>
        <section className={`stack sheet start ${styles.part}`}>
          <h2 className="subtitle">Su camino</h2>
          <Timeline
            steps={letter.history
              .filter(({ from }) => from !== null || letter.history.length === 1)
              .map((step) => ({
                name: stepWords(step),
                at: step.at,
                when: when.format(new Date(step.at)),
              }))}
            coming={today && comingSteps(letter, { today, closed })}
          />
          {isWritable && letter.cancellable && today && (
            <DayButton letter={letter} today={today} onChange={onChange} />
          )}
          {letter.cancellable && <CancelButton letter={letter} onChange={onChange} />}
        </section>
        <section className={`stack sheet start ${styles.part}`}>
          <h2 className="subtitle">La carta</h2>
          {letter.access === 'figures' ? (
            <>
              <p>{figuresOnly}</p>
              <p>{ifItWasYou}</p>
            </>
          ) : isErased(letter) ? (
            <p>
              Su texto, sus direcciones y sus páginas ya se han borrado, como promete nuestra{' '}
              <Link href="/privacy-policy">política de privacidad</Link>. Quedan las fechas y el recibo.
            </p>
          ) : (
            <>
              <address className={`serif wrap ${styles.address}`}>
                {destination.name}
                <br />
                {destination.street}
                <br />
                {destination.postalCode} {destination.city}
              </address>
              <FirstPage id={letter.id} hash={letter.hash} isLarge />
              <PrintedPages letter={letter} />
              {isWritable && (
                <>
                  <WriteAgain letter={letter} />
                  <KeepAsTemplate letter={letter} />
                </>
              )}
            </>
          )}
        </section>
      </div>
      {(letter.paidAt ?? letter.invoices[0]) && <Papers letter={letter} onChange={onChange} />}
    </>
  )
}

/** Receipt and invoices, folded on screen; print always shows the receipt. */
function Papers({ letter, onChange }: Changeable) {
  const [isOpen, setOpen] = useState(letter.access === 'figures')
  return (
    <>
      <Button
        kind="quiet"
        className={styles.edge ?? ''}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Recibo y factura
      </Button>
      <div className={`stack ${styles.papers} ${isOpen ? '' : styles.folded}`}>
        {letter.paidAt && <Receipt letter={letter} paidAt={letter.paidAt} />}
        <Invoices letter={letter} onChange={onChange} />
      </div>
    </>
  )
}

/** Refunds of a paid letter: done, under way, failed, or decided by the bank. */
function moneyBack({ state, refunded, returning, notReturned, dispute, total }: LetterDetail): string {
  if (refunded >= total) return `Le hemos devuelto ${inEuros(cents(refunded))}.`
  const isCancelled = state === 'cancelled'
  if (dispute === 'open')
    return isCancelled ? 'Su banco tiene una reclamación sobre el cargo y es quien decide.' : ''
  if (dispute === 'lost')
    return isCancelled
      ? 'Su banco le ha dado la razón en su reclamación y es él quien le devuelve el dinero.'
      : ''
  if (returning > 0) return `Le estamos devolviendo ${inEuros(cents(returning))}; ${bankShowsItLater}`
  if (notReturned > 0)
    return `No hemos podido devolverle ${inEuros(cents(notReturned))}. Lo estamos resolviendo.`
  return dispute === 'won' && isCancelled
    ? 'Su banco ha cerrado la reclamación. Estamos revisando la devolución de su dinero.'
    : ''
}
