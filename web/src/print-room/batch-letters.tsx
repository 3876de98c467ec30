import { useState } from 'react'
import { Link } from 'wouter'
import type { BatchDetail } from '@lacre/letter/print-room-calls.ts'
import { Button } from '../ui/button.tsx'
import { encloseCard, markCard } from './calls.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import styles from './console.module.css'
import { StateMark } from './mark.tsx'
import { Outcome } from './outcome.tsx'
import { rowKeys } from './rows.ts'
import { useDeed } from './use-deed.ts'
import { addressOfLetter } from './use-view.ts'
import { markOf } from './words.ts'

const numbers = ['N.º', 'Hojas']
type LetterRow = BatchDetail['letters'][number]

/** The letters of a batch in its order; the ones that must not leave are marked. */
export function BatchLetters({ batch, onReload }: { batch: BatchDetail; onReload: () => void }) {
  return (
    <table className={styles.table} role="table" aria-labelledby="cartas">
      <thead role="rowgroup">
        <tr role="row">
          {['N.º', 'Carta', 'Hojas', 'Código postal', 'Estado', 'Qué hacer'].map((name) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={numbers.includes(name) ? styles.number : undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={rowKeys}>
        {batch.letters.map((letter) => (
          <tr key={letter.id} role="row" data-held={letter.isHeld || undefined}>
            <td role="cell" data-name="N.º" className={styles.number}>
              {letter.place}
            </td>
            <th role="rowheader" scope="row">
              <Link href={addressOfLetter(letter.id)} className={styles.code}>
                {markOf(letter.id)}
              </Link>
            </th>
            <td role="cell" data-name="Hojas" className={styles.number}>
              {letter.sheets}
            </td>
            <td role="cell" data-name="Código postal">
              {letter.postalCode} <span className={styles.soft}>{letter.province}</span>
            </td>
            <td role="cell" data-name="Estado">
              <StateMark state={letter.state} isEnclosed={letter.enclosedAt !== null} />
              {letter.isHeld && <span className={styles.held}>No enviar</span>}
              {letter.attempt > 1 && <span className={styles.soft}> intento {letter.attempt}</span>}
            </td>
            <td role="cell" className={styles.doing}>
              <NextDeed letter={letter} isMade={batch.isMade} onReload={onReload} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Deed = 'printed' | 'enclosed' | 'posted'
const words = { printed: 'Impresa', enclosed: 'Ensobrada', posted: 'En Correos' } satisfies Record<
  Deed,
  string
>

function nextOf({ state, isHeld, enclosedAt }: LetterRow): Deed | undefined {
  if (isHeld) return undefined
  if (state === 'batched') return 'printed'
  if (state === 'printed') return enclosedAt ? 'posted' : 'enclosed'
  return undefined
}

/** Every sheet at once: whoever enclosed it without the scanner has counted them. */
const allSheets = ({ sheets }: LetterRow) => Array.from({ length: sheets }, (_, index) => index + 1)

function NextDeed({
  letter,
  isMade,
  onReload,
}: {
  letter: LetterRow
  isMade: boolean
  onReload: () => void
}) {
  const { doing, isBusy, run, forget } = useDeed(onReload)
  const [said, say] = useState('')
  const [isAsking, ask] = useState(false)
  const deed = isMade ? nextOf(letter) : undefined
  const mark = (wanted: Deed) =>
    run(
      () =>
        wanted === 'enclosed'
          ? encloseCard(letter.id, { sheets: allSheets(letter) })
          : markCard(letter.id, wanted),
      () => {
        ask(false)
        say(`Carta ${letter.place}: ${words[wanted].toLowerCase()}.`)
        onReload()
      },
    )
  function press(wanted: Deed) {
    forget()
    if (wanted === 'posted') ask(true)
    else void mark(wanted)
  }
  return (
    <div className={styles.deeds}>
      {deed && (
        <Button
          kind="secondary"
          className={styles.small ?? ''}
          isBusy={isBusy && !isAsking}
          onClick={() => press(deed)}
        >
          {isBusy && !isAsking ? 'Marcando...' : words[deed]}
          <span className="visually-hidden"> la carta {letter.place}</span>
        </Button>
      )}
      <Outcome
        doing={isAsking ? { is: 'ready' } : doing}
        said={said && <span className="visually-hidden">{said}</span>}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={`¿Está en Correos la carta ${letter.place}?`}
        words="Entregada a Correos"
        doing={doing}
        onConfirm={() => void mark('posted')}
        onClose={() => ask(false)}
      >
        Su remitente recibe un correo con la fecha estimada de llegada.
      </ConfirmDialog>
    </div>
  )
}
