import { Link } from 'wouter'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { refundStateNames } from '@lacre/letter/price/payment-states.ts'
import type { NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { readNeedsPerson } from '../data/calls.ts'
import { Part } from '../view/part.tsx'
import styles from '../view/view.module.css'
import { useConsole } from '../data/console-context.ts'
import { Heading } from '../view/heading.tsx'
import { SettleButton } from './settle-button.tsx'
import { LiveData } from '../data/live-data.tsx'
import { useLive } from '../data/use-live.ts'
import { addressOfLetter } from '../view/use-view.ts'
import { longWhen } from '../words/when.ts'
import { letterName } from '../words/words.ts'

/** What the server has stopped because something does not fit: what happened, and where one decides. */
export function People() {
  const { redirectIfUnauthorized } = useConsole()
  const { live, reload } = useLive(readNeedsPerson, '', redirectIfUnauthorized)
  return (
    <>
      <Heading title="Necesitan a una persona" />
      <LiveData live={live} loading="Cargando..." onReload={reload}>
        {(waiting) => <Waiting waiting={waiting} onSettled={reload} />}
      </LiveData>
    </>
  )
}

function Waiting({
  waiting: { letters, concerns, refunds },
  onSettled,
}: {
  waiting: NeedsPerson
  onSettled: () => void
}) {
  if (!letters.length && !concerns.length && !refunds.length)
    return <p className={styles.none}>Nada espera a nadie. Si algo no cuadra, aparecerá aquí.</p>
  return (
    <>
      {letters.length > 0 && (
        <Part id="en-revision" title="Cartas en revisión">
          <ul className={styles.cards}>
            {letters.map(({ card, what, can }) => (
              <li key={card.id}>
                <h3>
                  <Link href={addressOfLetter(card.id)}>Carta {letterName(card)}</Link>
                </h3>
                <p>
                  <strong>{what}</strong>
                </p>
                {card.concerns.map(({ id, note, at }) => (
                  <p key={id}>
                    {note} <span className={styles.soft}>{longWhen(at)}</span>
                  </p>
                ))}
                <p className={styles.soft}>{waysOut(can)}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {concerns.length > 0 && (
        <Part id="asuntos" title="Otros asuntos">
          <ul className={styles.cards}>
            {concerns.map(({ id, what, note, at, letterId }) => (
              <li key={id}>
                <p>
                  <strong>{what}</strong>
                </p>
                <p>{note}</p>
                <p className={styles.soft}>
                  {longWhen(at)}
                  {letterId && (
                    <>
                      {' · '}
                      <Link href={addressOfLetter(letterId)}>Carta {letterCode(letterId)}</Link>
                    </>
                  )}
                </p>
                <SettleButton id={id} what={what} onSettled={onSettled} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {refunds.length > 0 && (
        <Part id="devoluciones" title="Devoluciones que no han llegado">
          <ul className={styles.cards}>
            {refunds.map(({ letterId, cents: sum, state, since }) => (
              <li key={`${letterId} ${since}`}>
                <p>
                  <Link href={addressOfLetter(letterId)}>Carta {letterCode(letterId)}</Link>:{' '}
                  {inEuros(cents(sum))}, {refundStateNames[state]}
                </p>
                <p className={styles.soft}>{longWhen(since)}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

/** Decided on the letter's own page, where one sees its payment and its way. */
function waysOut(can: NeedsPerson['letters'][number]['can']): string {
  const ways = [can.includes('resume') && 'seguir adelante', can.includes('cancel') && 'cancelarla']
  const open = ways.filter((way) => way !== false)
  return open.length ? `Ábrala para ${open.join(' o ')}.` : 'Ábrala para ver qué ha pasado.'
}
