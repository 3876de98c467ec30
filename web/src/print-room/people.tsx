import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { refundStateNames } from '@lacre/letter/price/payment-states.ts'
import type { NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAnswer } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ActionResult, queryKey, live, LiveData, NoteDialog, useAction } from './actions.tsx'
import { readNeedsPerson, settleIssue } from './calls.ts'
import styles from './view.module.css'
import { addressOfLetter, Heading, Part } from './view.tsx'
import { letterName, longWhen } from './words.ts'

/** Settles an issue, with a note. */
export function SettleButton({ id, what }: { id: string; what: string }) {
  const [isOpen, open] = useState(false)
  const settling = useAction(
    (note: string) => settleIssue(id, note),
    () => open(false),
  )
  return (
    <>
      <Button
        kind="secondary"
        className={styles.small ?? ''}
        onClick={() => {
          settling.reset()
          open(true)
        }}
      >
        Dar por resuelto
        <span className="visually-hidden">: {what}</span>
      </Button>
      <ActionResult action={!isOpen && settling} />
      {isOpen && (
        <NoteDialog
          title="¿Darlo por resuelto?"
          words="Dar por resuelto"
          action={settling}
          onNote={settling.mutate}
          onClose={() => open(false)}
        >
          {what}
        </NoteDialog>
      )}
    </>
  )
}

/** Letters, issues and refunds that need an operator. */
export function People() {
  const query = useAnswer(queryKey('people'), readNeedsPerson, live)
  return (
    <>
      <Heading title="Incidencias" />
      <LiveData query={query} loading="Cargando...">
        {(waiting) => <Waiting waiting={waiting} />}
      </LiveData>
    </>
  )
}

function Waiting({ waiting: { letters, issues, refunds } }: { waiting: NeedsPerson }) {
  if (!letters.length && !issues.length && !refunds.length)
    return <p className={`none ${styles.none}`}>No hay incidencias. Si algo no cuadra, aparecerá aquí.</p>
  return (
    <>
      {letters.length > 0 && (
        <Part id="en-revision" title="Cartas en revisión">
          <ul className={`stack ${styles.cards}`}>
            {letters.map(({ card, what, can }) => (
              <li key={card.id} className="group start">
                <h3>
                  <Link href={addressOfLetter(card.id)}>Carta {letterName(card)}</Link>
                </h3>
                <p>
                  <strong>{what}</strong>
                </p>
                {card.issues.map(({ id, note, at }) => (
                  <p key={id}>
                    {note} <span className="soft">{longWhen(at)}</span>
                  </p>
                ))}
                <p className="soft">{waysOut(can)}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {issues.length > 0 && (
        <Part id="asuntos" title="Otros asuntos">
          <ul className={`stack ${styles.cards}`}>
            {issues.map(({ id, what, note, at, letterId }) => (
              <li key={id} className="group start">
                <p>
                  <strong>{what}</strong>
                </p>
                <p>{note}</p>
                <p className="soft">
                  {longWhen(at)}
                  {letterId && (
                    <>
                      {' · '}
                      <Link href={addressOfLetter(letterId)}>Carta {letterCode(letterId)}</Link>
                    </>
                  )}
                </p>
                <SettleButton id={id} what={what} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {refunds.length > 0 && (
        <Part id="devoluciones" title="Devoluciones que no han llegado">
          <ul className={`stack ${styles.cards}`}>
            {refunds.map(({ letterId, cents: sum, state, since }) => (
              <li key={`${letterId} ${since}`} className="group start">
                <p>
                  <Link href={addressOfLetter(letterId)}>Carta {letterCode(letterId)}</Link>:{' '}
                  {inEuros(cents(sum))}, {refundStateNames[state]}
                </p>
                <p className="soft">{longWhen(since)}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

/** The decision is made on the letter's page, which shows payment and history. */
function waysOut(can: NeedsPerson['letters'][number]['can']): string {
  const ways = [can.includes('resume') && 'seguir adelante', can.includes('cancel') && 'cancelarla']
  const open = ways.filter((way) => way !== false)
  return open.length ? `Ábrala para ${open.join(' o ')}.` : 'Ábrala para ver qué ha pasado.'
}
