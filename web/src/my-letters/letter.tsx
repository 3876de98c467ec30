import type { LetterDetail, LetterSummary } from '@lacre/letter/calls.ts'
import { longDate, madridDay } from '@lacre/letter/days.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { bankShowsItLater, count } from '@lacre/letter/words.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { detailOf, letterPdf, readLetter } from '../api.ts'
import { download } from '../download.ts'
import { sha256Of } from '../journal/prepared-text.ts'
import { Button } from '../ui/button.tsx'
import { BackLink, Loading, Timeline, Title } from '../ui/display.tsx'
import { Notice, Retry } from '../ui/notice.tsx'
import { openAtTop, takeLostFocus } from '../ui/take-focus.ts'
import { useClosedDays } from '../use-config.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import { useLoaded } from '../use-loaded.ts'
import { useToday } from '../use-today.ts'
import { CameBack, LinkTo } from './again.tsx'
import { CancelButton } from './cancel.tsx'
import { DayButton } from './day-button.tsx'
import { FirstPage } from './first-page.tsx'
import { Invoices, Receipt } from './invoices.tsx'
import styles from './letter.module.css'
import myLettersStyles from './my-letters.module.css'
import { PayButton } from './payment.tsx'
import { figuresOnly, ifItWasYou, stateSentence, StateTag, stepWords } from './words.tsx'
import { KeepAsTemplate, WriteAgain } from './write-again.tsx'

type Fetching = { is: 'idle' | 'busy' | 'same' | 'differs' } | { is: 'failed'; detail: string }

/** The very file that was paid and is printed; here one can see that it is (design.md#freeze-before-pay). */
function PrintedPages({ letter }: { letter: LetterDetail }) {
  const [fetching, setFetching] = useState<Fetching>({ is: 'idle' })

  async function fetchPages() {
    setFetching({ is: 'busy' })
    const answer = await letterPdf(letter.id)
    if (!answer.ok) return setFetching({ is: 'failed', detail: detailOf(answer) })
    if ((await sha256Of(answer.body)) !== letter.sha256) return setFetching({ is: 'differs' })
    download(answer.body, `carta-${letter.hash}.pdf`)
    setFetching({ is: 'same' })
  }
  return (
    <div className={styles.pages}>
      <p>
        {count(letter.pages, 'página', 'páginas')} en {count(letter.sheets, 'hoja', 'hojas')}.
      </p>
      <Button kind="secondary" isBusy={fetching.is === 'busy'} onClick={() => void fetchPages()}>
        {fetching.is === 'busy' ? 'Descargando...' : 'Descargar las páginas (PDF)'}
      </Button>
      <details className={myLettersStyles.details}>
        <summary>
          Código del documento: <code>{letter.hash}</code>
        </summary>
        <p>
          Se calcula (SHA-256) a partir del documento que usted pagó y lo distingue de cualquier otro. Se
          imprime ese documento y ninguno más: <code className={styles.hash}>{letter.sha256}</code>
        </p>
      </details>
      {fetching.is === 'same' && (
        <Notice kind="success">Descargado y comprobado: es el documento que usted pagó.</Notice>
      )}
      {fetching.is === 'differs' && (
        <Notice kind="error">
          El documento recibido no es el que usted pagó, así que no lo hemos guardado. Inténtelo de nuevo y,
          si se repite, escríbanos.
        </Notice>
      )}
      {fetching.is === 'failed' && <Notice kind="error">{fetching.detail}</Notice>}
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

/** Once its time is over, or its account is gone, a letter has no words left (design.md#letters-are-forgotten). */
const isErased = ({ origin }: LetterDetail) => origin.name === ''

const titleOf = (letter: LetterDetail) =>
  isErased(letter)
    ? `Carta del ${longDate(madridDay(new Date(letter.createdAt)))}`
    : `Carta para ${letter.destination.name}`

const headingHere = () => document.querySelector<HTMLElement>('main h1')

/** One letter: how it goes, what is printed, what it cost, and what can still be done. */
export function Letter({ id, onChange }: { id: string; onChange: (letter: LetterSummary) => void }) {
  const { loaded, change, reload } = useLoaded(readLetter, id)
  const [message, setMessage] = useState<string>()
  const title = loaded.is === 'shown' ? titleOf(loaded.value) : 'Carta'

  useDocumentTitle(title)

  function changed(letter: LetterDetail, words?: string) {
    flushSync(() => {
      change(() => letter)
      onChange(letter)
      setMessage(words)
    })
    // What had the focus may be gone with the change.
    takeLostFocus(headingHere(), { preventScroll: true })
  }
  function retry() {
    headingHere()?.focus({ preventScroll: true })
    reload()
  }
  return (
    <article className={`${myLettersStyles.shelf} ${styles.letter}`} aria-busy={loaded.is === 'loading'}>
      <BackLink href="/my-letters">Mis cartas</BackLink>
      <Title ref={openAtTop} tabIndex={-1}>
        {title}
      </Title>
      {loaded.is === 'loading' && <Loading>Cargando la carta...</Loading>}
      {loaded.is === 'failed' && <Retry onRetry={retry}>{loaded.detail}</Retry>}
      {message && <Notice kind="success">{message}</Notice>}
      {loaded.is === 'shown' && <Details letter={loaded.value} onChange={changed} />}
    </article>
  )
}

function Details({
  letter,
  onChange,
}: {
  letter: LetterDetail
  onChange: (letter: LetterDetail, words?: string) => void
}) {
  const { destination } = letter
  const isWritable = letter.access === 'full'
  const today = useToday()
  const closed = useClosedDays()
  return (
    <>
      <div className={styles.now}>
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
      {letter.state === 'returned' && (
        <CameBack letter={letter} isErased={isErased(letter)} onChange={onChange} />
      )}
      {letter.state === 'frozen' && (
        <div className={styles.pay}>
          <PayButton id={letter.id} kind="primary" />
        </div>
      )}
      <div className={styles.halves}>
        <section className={styles.part}>
          <h2>Su camino</h2>
          <Timeline
            steps={letter.history.map((step) => ({
              name: stepWords(step),
              at: step.at,
              when: when.format(new Date(step.at)),
            }))}
          />
          {isWritable && letter.cancellable && today && (
            <DayButton letter={letter} today={today} onChange={onChange} />
          )}
          {letter.cancellable && <CancelButton letter={letter} onChange={onChange} />}
        </section>
        <section className={styles.part}>
          <h2>La carta</h2>
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
              <address className={styles.address}>
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
      {letter.paidAt && <Receipt letter={letter} paidAt={letter.paidAt} />}
      {(letter.paidAt ?? letter.invoices[0]) && <Invoices letter={letter} onChange={onChange} />}
    </>
  )
}

/** Of a paid letter, cancelled or not: what is back on the card, what is on its way, and what a bank decides. */
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
