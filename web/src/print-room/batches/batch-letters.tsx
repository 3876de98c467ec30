import { useState } from 'react'
import { Link } from 'wouter'
import type { BatchDetail } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { Button } from '../../ui/button.tsx'
import { encloseCard, markCard } from '../data/calls.ts'
import actionStyles from '../actions/actions.module.css'
import { ActionDialog } from '../actions/action-dialog.tsx'
import styles from '../view/view.module.css'
import { StateTag } from '../view/tags.tsx'
import { ActionResult } from '../actions/action-result.tsx'
import { ActionCell, Cell, NumberCell, RowName, Table } from '../view/table.tsx'
import { useAction } from '../actions/use-action.ts'
import { addressOfLetter } from '../view/use-view.ts'
import { sheetNumbers } from '../words/words.ts'

type LetterRow = BatchDetail['letters'][number]

/** The letters of a batch in its order; the ones that must not leave are marked. */
export function BatchLetters({ batch, onReload }: { batch: BatchDetail; onReload: () => void }) {
  return (
    <Table
      columns={['N.º', 'Carta', 'Hojas', 'Código postal', 'Estado', 'Qué hacer']}
      numbers={['N.º', 'Hojas']}
      aria-labelledby="cartas"
    >
      {batch.letters.map((letter) => (
        <tr key={letter.id} role="row" data-held={letter.isHeld || undefined}>
          <NumberCell column="N.º">{letter.place}</NumberCell>
          <RowName>
            <Link href={addressOfLetter(letter.id)} className={styles.code}>
              {letterCode(letter.id)}
            </Link>
          </RowName>
          <NumberCell column="Hojas">{letter.sheets}</NumberCell>
          <Cell column="Código postal">
            {letter.postalCode} <span className={styles.soft}>{letter.province}</span>
          </Cell>
          <Cell column="Estado">
            <StateTag state={letter.state} isEnclosed={letter.enclosedAt !== null} />
            {letter.isHeld && <span className={styles.held}>No enviar</span>}
            {letter.attempt > 1 && <span className={styles.soft}> intento {letter.attempt}</span>}
          </Cell>
          <ActionCell>
            <NextAction letter={letter} isMade={batch.isMade} onReload={onReload} />
          </ActionCell>
        </tr>
      ))}
    </Table>
  )
}

type Action = 'printed' | 'enclosed' | 'posted'
const words = { printed: 'Impresa', enclosed: 'Ensobrada', posted: 'En Correos' } satisfies Record<
  Action,
  string
>

function nextOf({ state, isHeld, enclosedAt }: LetterRow): Action | undefined {
  if (isHeld) return undefined
  if (state === 'batched') return 'printed'
  if (state === 'printed') return enclosedAt ? 'posted' : 'enclosed'
  return undefined
}

function NextAction({
  letter,
  isMade,
  onReload,
}: {
  letter: LetterRow
  isMade: boolean
  onReload: () => void
}) {
  const { status, isBusy, run, reset } = useAction(onReload)
  const [message, setMessage] = useState('')
  const [isAsking, ask] = useState(false)
  const action = isMade ? nextOf(letter) : undefined
  const mark = (wanted: Action) =>
    run(
      () =>
        wanted === 'enclosed'
          ? // Every sheet at once: whoever enclosed it without the scanner has counted them.
            encloseCard(letter.id, { sheets: sheetNumbers(letter.sheets) })
          : markCard(letter.id, wanted),
      () => {
        ask(false)
        setMessage(`Carta ${letter.place}: ${words[wanted].toLowerCase()}.`)
        onReload()
      },
    )
  function press(wanted: Action) {
    reset()
    if (wanted === 'posted') ask(true)
    else void mark(wanted)
  }
  return (
    <div className={actionStyles.withResult}>
      {action && (
        <Button
          kind="secondary"
          className={actionStyles.small ?? ''}
          isBusy={isBusy && !isAsking}
          onClick={() => press(action)}
        >
          {isBusy && !isAsking ? 'Marcando...' : words[action]}
          <span className="visually-hidden"> la carta {letter.place}</span>
        </Button>
      )}
      <ActionResult
        status={isAsking ? { is: 'ready' } : status}
        message={message && <span className="visually-hidden">{message}</span>}
      />
      {isAsking && (
        <ActionDialog
          title={`¿Está en Correos la carta ${letter.place}?`}
          words="Entregada a Correos"
          busyWords="Marcando..."
          status={status}
          onSubmit={() => void mark('posted')}
          onClose={() => ask(false)}
        >
          <p>Su remitente recibe un correo con la fecha estimada de llegada.</p>
        </ActionDialog>
      )}
    </div>
  )
}
