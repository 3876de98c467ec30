import { useState, type ReactNode } from 'react'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import type { LetterAction } from '@lacre/letter/print-room/reasons.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import type { Answer } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { cardFile, decideCard, encloseCard, markCard, reprintCard, returnCard } from '../data/calls.ts'
import actionStyles from '../actions/actions.module.css'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { Part } from '../view/part.tsx'
import styles from '../view/view.module.css'
import { DownloadButton } from '../actions/download-button.tsx'
import { NoteDialog } from '../actions/note-dialog.tsx'
import { ActionResult } from '../actions/action-result.tsx'
import { ReprintDialog } from './reprint-dialog.tsx'
import { ReturnedDialog } from './returned-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { letterName, sheetNumbers } from '../words/words.ts'

type Pressable = Exclude<LetterAction, 'pdf'>
const words = {
  printed: 'Marcar impresa',
  enclosed: 'Marcar ensobrada a mano',
  posted: 'Marcar entregada a Correos',
  reprint: 'Reimprimir',
  'reprint-posted': 'Reimprimir (ya está en Correos)',
  returned: 'Devuelta por Correos',
  resume: 'Seguir adelante',
  cancel: 'Cancelar',
  'give-back': 'Devolver el dinero',
  refund: 'Devolver todo lo pagado',
} satisfies Record<Pressable, string>
const done = {
  printed: 'Marcada como impresa.',
  enclosed: 'Marcada como ensobrada.',
  posted: 'Marcada como entregada a Correos; su remitente recibe un correo.',
  reprint: 'Anotada: descargue su PDF, imprímalo otra vez y destruya las hojas de antes.',
  'reprint-posted': 'Anotada: descargue su PDF e imprímalo otra vez.',
  returned: 'Anotada como devuelta; su remitente recibe un correo.',
  resume: 'Vuelve a la cola de impresión.',
  cancel: 'Cancelada. Su remitente recibe un correo.',
  'give-back': 'Pedida al proveedor de pago; aquí se verá cuándo ha llegado.',
  refund:
    'La devolución está pedida al proveedor de pago; aquí se verá cuándo ha llegado. Su remitente recibe un correo.',
} satisfies Record<Pressable, string>
const isPressable = (action: LetterAction): action is Pressable => action !== 'pdf'
const sheetsInside = (number: number) =>
  number === 1 ? 'está su hoja y ninguna otra' : `están sus ${number} hojas y ninguna otra`

/** What the server allows with this letter now (`can`), and what has come of it. */
export function LetterActions({
  letter,
  message,
  onChange,
  onReload,
}: {
  letter: LetterCard
  message: ReactNode
  onChange: (letter: LetterCard, words: ReactNode) => void
  onReload: () => void
}) {
  const [asked, ask] = useState<Pressable>()
  const [pressed, setPressed] = useState<Pressable>()
  const { status, isBusy, run, reset } = useAction(onReload)
  const { id, can } = letter

  const carryOut = (action: Pressable, call: () => Promise<Answer<LetterCard>>) =>
    void run(call, (card) => {
      ask(undefined)
      onChange(card, done[action])
    })
  function press(action: Pressable) {
    setPressed(action)
    reset()
    if (action === 'printed') carryOut(action, () => markCard(id, action))
    else ask(action)
  }
  const shared = { status, onClose: () => ask(undefined) }
  const name = letterName(letter)
  const newest = letter.attempts.at(-1)?.attempt
  const cancelling = cancellingOf(letter)
  const wordsOf = (action: Pressable) => (action === 'cancel' ? cancelling.words : words[action])
  return (
    <Part id="hacer" title="Qué hacer">
      {can.length === 0 && <p className={styles.soft}>Ahora no se puede hacer nada con esta carta.</p>}
      <div className={actionStyles.buttons}>
        {can.filter(isPressable).map((action, place) => (
          <Button
            key={action}
            kind={place === 0 ? 'primary' : 'secondary'}
            isBusy={isBusy && pressed === action && !asked}
            disabled={isBusy}
            onClick={() => press(action)}
          >
            {wordsOf(action)}
          </Button>
        ))}
        {can.includes('pdf') && (
          <DownloadButton
            call={(why) => cardFile(id, why)}
            name={`el PDF de la carta ${letterCode(id)}`}
            onReload={onReload}
          >
            PDF
          </DownloadButton>
        )}
      </div>
      <ActionResult status={asked ? { is: 'ready' } : status} message={message} />
      {asked === 'enclosed' && (
        <ActionDialog
          {...shared}
          title={`¿Está ensobrada la carta ${name}?`}
          words="Está ensobrada"
          busyWords="Marcando..."
          onSubmit={() => carryOut(asked, () => encloseCard(id, { sheets: sheetNumbers(letter.sheets) }))}
        >
          <p>Sin escanearla, nadie más que usted ha visto que en el sobre {sheetsInside(letter.sheets)}.</p>
        </ActionDialog>
      )}
      {asked === 'posted' && (
        <ActionDialog
          {...shared}
          title={`¿Está en Correos la carta ${name}?`}
          words="Entregada a Correos"
          busyWords="Marcando..."
          onSubmit={() => carryOut(asked, () => markCard(id, asked))}
        >
          <p>Su remitente recibe un correo con la fecha estimada de llegada.</p>
        </ActionDialog>
      )}
      {(asked === 'reprint' || asked === 'reprint-posted') && (
        <ReprintDialog
          {...shared}
          name={name}
          isPosted={asked === 'reprint-posted'}
          onReprint={(body) =>
            carryOut(asked, () => reprintCard(id, { ...body, ...(newest && { attempt: newest }) }))
          }
        />
      )}
      {asked === 'returned' && (
        <ReturnedDialog
          {...shared}
          name={name}
          onReturned={(reason) => carryOut(asked, () => returnCard(id, { reason }))}
        />
      )}
      {(asked === 'resume' || asked === 'cancel') && (
        <NoteDialog
          {...shared}
          title={
            asked === 'resume' ? `¿Seguir adelante con la carta ${name}?` : `¿Cancelar la carta ${name}?`
          }
          words={wordsOf(asked)}
          onNote={(note) => carryOut(asked, () => decideCard(id, asked, note))}
        >
          {asked === 'resume'
            ? 'Antes se pregunta al proveedor de pago si está pagada. Si lo está, vuelve a la cola y se imprime en la próxima tanda; lo que hubiera impreso de ella queda anulado y debe destruirse.'
            : `No se imprimirá ni se enviará; su remitente recibe un correo. ${cancelling.money}`}
        </NoteDialog>
      )}
      {asked === 'refund' && (
        <NoteDialog
          {...shared}
          title={`¿Devolver todo lo pagado por la carta ${name}?`}
          words={wordsOf(asked)}
          onNote={(note) => carryOut(asked, () => decideCard(id, asked, note))}
        >
          {refundWords[refundStage(letter.state)]} Nada se devuelve dos veces, y no hay vuelta atrás.
        </NoteDialog>
      )}
      {asked === 'give-back' && (
        <NoteDialog
          {...shared}
          title={`¿Devolver el dinero de la carta ${name}?`}
          words={wordsOf(asked)}
          onNote={(note) => carryOut(asked, () => decideCard(id, asked, note))}
        >
          Se pide al proveedor de pago que devuelva todo lo que falta por devolver. Nada se devuelve dos
          veces.
        </NoteDialog>
      )}
    </Part>
  )
}

/** What becomes of the letter itself: the server does the same (design.md#refunds-by-the-office). */
const refundWords = {
  open: 'Su tanda todavía está abierta: la carta se cancela y no se imprime.',
  closed: 'Está en una tanda cerrada: se devuelve el dinero, y la carta se imprime y se envía igualmente.',
  gone: 'Ya se entregó a Correos: se devuelve el dinero, y nada más cambia.',
}
const refundStage = (state: LetterCard['state']) =>
  state === 'paid' ? 'open' : state === 'batched' || state === 'printed' ? 'closed' : 'gone'

/** What cancelling does to the money: of a disputed charge the bank decides. */
function cancellingOf({ payment }: LetterCard): { words: string; money: string } {
  if (payment?.dispute === 'open')
    return { words: 'Cancelar', money: 'El cargo está reclamado: decide el banco, y de aquí no sale dinero.' }
  if (payment?.dispute === 'lost')
    return { words: 'Cancelar', money: 'El banco ya ha devuelto el dinero: de aquí no sale más.' }
  return payment?.state === 'paid' || payment?.state === 'taken'
    ? { words: 'Cancelar y devolver el dinero', money: 'El dinero vuelve por el medio con el que se pagó.' }
    : { words: 'Cancelar', money: 'No hay dinero que devolver.' }
}
