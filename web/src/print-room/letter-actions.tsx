import type { LetterCard, ReprintBody, ReprintReason } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import {
  leastReason,
  type LetterAction,
  type ReturnReason,
  returnReasons,
} from '@lacre/letter/print-room/reasons.ts'
import { useState } from 'react'
import type { Answer } from '../api.ts'
import { Button } from '../ui/button.tsx'
import {
  ActionDialog,
  type ActionDialogProps,
  ActionResult,
  Choice,
  NoteDialog,
  RecordField,
  useAction,
} from './actions.tsx'
import {
  cardFile,
  type Decision,
  decideCard,
  encloseCard,
  markCard,
  reprintCard,
  returnCard,
} from './calls.ts'
import { DownloadButton } from './download.tsx'
import styles from './view.module.css'
import { Part } from './view.tsx'
import { letterName, reprintReasons, sheetNumbers } from './words.ts'

/** Reprints the same bytes. After posting it may arrive twice, so a supervisor gives a reason. */
function ReprintDialog({
  name,
  isPosted,
  onReprint,
  ...dialog
}: ActionDialogProps & { name: string; isPosted: boolean; onReprint: (body: ReprintBody) => void }) {
  const [wrong, setWrong] = useState<{ reason?: string | false; why?: string | false }>({})
  const isBusy = dialog.action.isPending

  function submit(written: Record<string, string>) {
    const [note, supervisorReason] = [written.note?.trim(), written.supervisorReason?.trim() ?? '']
    const isShort = isPosted && supervisorReason.length < leastReason.length
    setWrong({ reason: !written.reason && 'Elija un motivo.', why: isShort && leastReason.refusal })
    if (!written.reason || isShort) return
    const reason = written.reason as ReprintReason
    onReprint({ reason, ...(note && { note }), ...(isPosted && { supervisorReason }) })
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Reimprimir la carta ${name}?`}
      words="Reimprimir"
      onSubmit={submit}
      onInput={() => setWrong({})}
    >
      {isPosted ? (
        <p className={styles.refused}>
          Esta carta ya se entregó a Correos. Si se reimprime, su destinatario puede recibirla dos veces.
        </p>
      ) : (
        <p>Se imprime otra vez de los mismos bytes. Las hojas de antes quedan anuladas: destrúyalas.</p>
      )}
      <Choice legend="Motivo" name="reason" options={reprintReasons} error={wrong.reason} />
      <RecordField
        label="Nota"
        name="note"
        hint="Queda en el registro. Puede quedar vacía."
        readOnly={isBusy}
      />
      {isPosted && (
        <RecordField
          label="Por qué debe enviarse otra vez"
          name="supervisorReason"
          hint="Con al menos 10 caracteres. Queda en el registro con su nombre."
          readOnly={isBusy}
          error={wrong.why}
        />
      )}
    </ActionDialog>
  )
}

/** Records a return; the sender gets a mail with the reason. */
function ReturnedDialog({
  name,
  onReturned,
  ...dialog
}: ActionDialogProps & { name: string; onReturned: (reason: ReturnReason) => void }) {
  const [isMissing, setMissing] = useState(false)
  function submit({ reason }: Record<string, string>) {
    setMissing(!reason)
    if (reason) onReturned(reason as ReturnReason)
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Ha vuelto la carta ${name}?`}
      words="Anotar la devolución"
      onSubmit={submit}
      onInput={() => setMissing(false)}
    >
      <Choice
        legend="Motivo que indica Correos"
        name="reason"
        options={returnReasons}
        error={isMissing && 'Elija un motivo.'}
      />
    </ActionDialog>
  )
}

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
  'name-refund': 'La devolución es de esta carta',
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
  'name-refund': 'Anotada. Si con ella está todo devuelto y aún no estaba en una tanda, la carta se cancela.',
  'give-back': 'Pedida al proveedor de pago; aquí se verá cuándo ha llegado.',
  refund:
    'La devolución está pedida al proveedor de pago; aquí se verá cuándo ha llegado. Su remitente recibe un correo.',
} satisfies Record<Pressable, string>
const isPressable = (action: LetterAction): action is Pressable => action !== 'pdf'
const sheetsInside = (number: number) =>
  number === 1 ? 'está su hoja y ninguna otra' : `están sus ${number} hojas y ninguna otra`

/** The actions that the server allows now (`can`), and their result. */
export function LetterActions({
  letter,
  onChange,
}: {
  letter: LetterCard
  onChange: (letter: LetterCard) => void
}) {
  const [asked, ask] = useState<Pressable>()
  const acting = useAction(
    ({ call }: { action: Pressable; call: () => Promise<Answer<LetterCard>> }) => call(),
    (card) => {
      ask(undefined)
      onChange(card)
    },
  )
  const { isPending: isBusy, variables: sent } = acting
  const { id, can } = letter

  const runAction = (action: Pressable, call: () => Promise<Answer<LetterCard>>) =>
    acting.mutate({ action, call })
  function press(action: Pressable) {
    acting.reset()
    if (action === 'printed') runAction(action, () => markCard(id, action))
    else ask(action)
  }
  const shared = { action: acting, onClose: () => ask(undefined) }
  const name = letterName(letter)
  const newest = letter.attempts.at(-1)?.attempt
  const wordsOf = (action: Pressable) =>
    action === 'cancel' ? describeCancelling(letter).words : words[action]
  return (
    <Part id="hacer" title="Qué hacer">
      {can.length === 0 && <p className="soft">Ahora no se puede hacer nada con esta carta.</p>}
      <div className={`row ${styles.buttons}`}>
        {can.filter(isPressable).map((action, place) => (
          <Button
            key={action}
            kind={place === 0 ? 'primary' : 'secondary'}
            isBusy={isBusy && sent?.action === action && !asked}
            disabled={isBusy}
            onClick={() => press(action)}
          >
            {wordsOf(action)}
          </Button>
        ))}
        {can.includes('pdf') && (
          <DownloadButton call={(why) => cardFile(id, why)} name={`el PDF de la carta ${letterCode(id)}`}>
            PDF
          </DownloadButton>
        )}
      </div>
      <ActionResult action={!asked && acting} message={acting.isSuccess && done[acting.variables.action]} />
      {(asked === 'enclosed' || asked === 'posted') && (
        <ActionDialog
          {...shared}
          title={`¿Está ${asked === 'posted' ? 'en Correos' : 'ensobrada'} la carta ${name}?`}
          words={asked === 'posted' ? 'Entregada a Correos' : 'Está ensobrada'}
          busyWords="Marcando..."
          onSubmit={() =>
            runAction(asked, () =>
              asked === 'posted'
                ? markCard(id, asked)
                : encloseCard(id, { sheets: sheetNumbers(letter.sheets) }),
            )
          }
        >
          <p>
            {asked === 'posted'
              ? 'Su remitente recibe un correo con la fecha estimada de llegada.'
              : `Sin escanearla, nadie más que usted ha visto que en el sobre ${sheetsInside(letter.sheets)}.`}
          </p>
        </ActionDialog>
      )}
      {(asked === 'reprint' || asked === 'reprint-posted') && (
        <ReprintDialog
          {...shared}
          name={name}
          isPosted={asked === 'reprint-posted'}
          onReprint={(body) =>
            runAction(asked, () => reprintCard(id, { ...body, ...(newest && { attempt: newest }) }))
          }
        />
      )}
      {asked === 'returned' && (
        <ReturnedDialog
          {...shared}
          name={name}
          onReturned={(reason) => runAction(asked, () => returnCard(id, { reason }))}
        />
      )}
      {asked && asked in decisions && (
        <NoteDialog
          {...shared}
          title={decisions[asked as Decision](name, letter)[0]}
          words={wordsOf(asked)}
          onNote={(note) => runAction(asked, () => decideCard(id, asked as Decision, note))}
        >
          {decisions[asked as Decision](name, letter)[1]}
        </NoteDialog>
      )}
    </Part>
  )
}

/** What a refund does to the letter; the server does the same (design/print-room.md#refunds-by-the-office). */
const refundWords = {
  open: 'Su tanda todavía está abierta: la carta se cancela y no se imprime.',
  closed: 'Está en una tanda cerrada: se devuelve el dinero, y la carta se imprime y se envía igualmente.',
  gone: 'Ya se entregó a Correos: se devuelve el dinero, y nada más cambia.',
}
const refundStage = (state: LetterCard['state']) =>
  state === 'paid' ? 'open' : state === 'batched' || state === 'printed' ? 'closed' : 'gone'

/** What cancelling does to the money; the bank decides a disputed charge. */
function describeCancelling({ payment }: LetterCard): { words: string; money: string } {
  if (payment?.dispute === 'open')
    return { words: 'Cancelar', money: 'El cargo está reclamado: decide el banco, y de aquí no sale dinero.' }
  if (payment?.dispute === 'lost')
    return { words: 'Cancelar', money: 'El banco ya ha devuelto el dinero: de aquí no sale más.' }
  return payment?.state === 'paid' || payment?.state === 'taken'
    ? { words: 'Cancelar y devolver el dinero', money: 'El dinero vuelve por el medio con el que se pagó.' }
    : { words: 'Cancelar', money: 'No hay dinero que devolver.' }
}

/** The question before each decision, and its effect. */
const decisions = {
  resume: (name) => [
    `¿Seguir adelante con la carta ${name}?`,
    'Antes se pregunta al proveedor de pago si está pagada. Si lo está, vuelve a la cola y se imprime en la próxima tanda; lo que hubiera impreso de ella queda anulado y debe destruirse.',
  ],
  cancel: (name, letter) => [
    `¿Cancelar la carta ${name}?`,
    `No se imprimirá ni se enviará; su remitente recibe un correo. ${describeCancelling(letter).money}`,
  ],
  refund: (name, { state }) => [
    `¿Devolver todo lo pagado por la carta ${name}?`,
    `${refundWords[refundStage(state)]} Nada se devuelve dos veces, y no hay vuelta atrás.`,
  ],
  'name-refund': (name) => [
    `¿Es de la carta ${name} la devolución?`,
    'Se hizo en el panel del proveedor de pago sin decir de qué carta del pedido. No se devuelve nada más.',
  ],
  'give-back': (name) => [
    `¿Devolver el dinero de la carta ${name}?`,
    'Se pide al proveedor de pago que devuelva todo lo que falta por devolver. Nada se devuelve dos veces.',
  ],
} satisfies Record<Decision, (name: string, letter: LetterCard) => [title: string, text: string]>
