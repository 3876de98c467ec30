import { useState } from 'react'
import { Link } from 'wouter'
import type { BatchDetail } from '@lacre/letter/print-room-calls.ts'
import { Button } from '../ui/button.tsx'
import { encloseCard, markCard } from './calls.ts'
import styles from './console.module.css'
import { StateMark } from './mark.tsx'
import { Outcome } from './outcome.tsx'
import { rowKeys } from './rows.ts'
import { useDeed } from './use-deed.ts'
import { addressOfLetter } from './use-view.ts'
import { markOf } from './words.ts'

type LetterRow = BatchDetail['letters'][number]

/** The letters of a batch in its order; the ones that must not leave are marked. */
export function BatchLetters({ batch, onReload }: { batch: BatchDetail; onReload: () => void }) {
  return (
    <table className={styles.table} role="table" aria-labelledby="cartas">
      <thead role="rowgroup">
        <tr role="row">
          {['N.º', 'Carta', 'Hojas', 'Código postal', 'Estado', 'Qué hacer'].map((name) => (
            <th key={name} role="columnheader" scope="col">
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
            <td role="cell" data-name="Qué hacer">
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
  const { doing, isBusy, run } = useDeed(onReload)
  const [said, say] = useState('')
  const deed = isMade ? nextOf(letter) : undefined
  const mark = (wanted: Deed) =>
    run(
      () =>
        wanted === 'enclosed'
          ? encloseCard(letter.id, { sheets: allSheets(letter) })
          : markCard(letter.id, wanted),
      () => {
        say(`Carta ${letter.place}: ${words[wanted].toLowerCase()}.`)
        onReload()
      },
    )
  return (
    <div className={styles.deeds}>
      {deed && (
        <Button
          kind="secondary"
          className={styles.small ?? ''}
          isBusy={isBusy}
          onClick={() => void mark(deed)}
        >
          {isBusy ? 'Marcando...' : words[deed]}
          <span className="visually-hidden"> la carta {letter.place}</span>
        </Button>
      )}
      <Outcome doing={doing} said={said && <span className="visually-hidden">{said}</span>} />
    </div>
  )
}
