import { useState } from 'react'
import type { ReprintBody, ReprintReason } from '@lacre/letter/print-room/calls.ts'
import { leastReason, longestNote } from '@lacre/letter/print-room/reasons.ts'
import { Field } from '../../ui/field.tsx'
import { Choice } from '../actions/choice.tsx'
import styles from '../view/view.module.css'
import { ActionDialog, type ActionDialogProps } from '../actions/action-dialog.tsx'
import { reprintReasons } from '../words/words.ts'

type Fields = { reason?: ReprintReason; note: string; supervisorReason: string }
const nothing: Fields = { note: '', supervisorReason: '' }

/** The same bytes once more. After posting it may reach its recipient twice, so a supervisor answers for it. */
export function ReprintDialog({
  name,
  isPosted,
  onReprint,
  ...dialog
}: ActionDialogProps & { name: string; isPosted: boolean; onReprint: (body: ReprintBody) => void }) {
  const [fields, setFields] = useState(nothing)
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })
  const isShort = isPosted && fields.supervisorReason.trim().length < leastReason.length
  const isBusy = dialog.status.is === 'busy'

  function submit() {
    setTried(true)
    const { reason, note, supervisorReason } = fields
    if (!reason || isShort) return
    onReprint({
      reason,
      ...(note.trim() && { note: note.trim() }),
      ...(isPosted && { supervisorReason: supervisorReason.trim() }),
    })
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Reimprimir la carta ${name}?`}
      words="Reimprimir"
      busyWords="Anotando..."
      onSubmit={submit}
    >
      {isPosted ? (
        <p className={styles.refused}>
          Esta carta ya se entregó a Correos. Si se reimprime, su destinatario puede recibirla dos veces.
        </p>
      ) : (
        <p>Se imprime otra vez de los mismos bytes. Las hojas de antes quedan anuladas: destrúyalas.</p>
      )}
      <Choice
        legend="Motivo"
        name="reason"
        options={reprintReasons}
        chosen={fields.reason}
        onChoose={(reason) => change({ reason })}
        error={isTried && !fields.reason ? 'Elija un motivo.' : undefined}
      />
      <Field
        label="Nota"
        name="note"
        hint="Queda en el registro. Puede quedar vacía."
        autoComplete="off"
        maxLength={longestNote}
        value={fields.note}
        onChange={(note) => change({ note })}
        readOnly={isBusy}
      />
      {isPosted && (
        <Field
          label="Por qué debe enviarse otra vez"
          name="supervisorReason"
          hint="Con al menos 10 caracteres. Queda en el registro con su nombre."
          autoComplete="off"
          maxLength={longestNote}
          value={fields.supervisorReason}
          onChange={(supervisorReason) => change({ supervisorReason })}
          readOnly={isBusy}
          {...(isTried && isShort && { error: leastReason.refusal })}
        />
      )}
    </ActionDialog>
  )
}
