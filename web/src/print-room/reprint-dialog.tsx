import { useState } from 'react'
import type { ReprintBody, ReprintReason } from '@lacre/letter/print-room-calls.ts'
import { Field } from '../ui/field.tsx'
import { Choice } from './choice.tsx'
import styles from './console.module.css'
import { DeedDialog, DeedForm } from './deed-dialog.tsx'
import type { Doing } from './use-deed.ts'
import { reprintReasons } from './words.ts'

const leastReason = 10
type Wish = { reason?: ReprintReason; note: string; supervisorReason: string }
const nothing: Wish = { note: '', supervisorReason: '' }

type Shared = {
  isPosted: boolean
  doing: Doing
  onReprint: (body: ReprintBody) => void
  onClose: () => void
}

/** The same bytes once more. After posting it may reach its recipient twice, so a supervisor answers for it. */
export const ReprintDialog = ({ isOpen, name, ...shared }: { isOpen: boolean; name: string } & Shared) => (
  <DeedDialog {...shared} isOpen={isOpen} title={`¿Reimprimir la carta ${name}?`}>
    <ReprintForm {...shared} />
  </DeedDialog>
)

function ReprintForm({ isPosted, doing, onReprint, onClose }: Shared) {
  const [wish, setWish] = useState(nothing)
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part })
  const isShort = isPosted && wish.supervisorReason.trim().length < leastReason
  const isBusy = doing.is === 'busy'

  function submit() {
    setTried(true)
    const { reason, note, supervisorReason } = wish
    if (!reason || isShort) return
    onReprint({
      reason,
      ...(note.trim() && { note: note.trim() }),
      ...(isPosted && { supervisorReason: supervisorReason.trim() }),
    })
  }
  return (
    <DeedForm words="Reimprimir" busyWords="Anotando..." doing={doing} onSubmit={submit} onClose={onClose}>
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
        chosen={wish.reason}
        onChoose={(reason) => change({ reason })}
        error={isTried && !wish.reason ? 'Elija un motivo.' : undefined}
      />
      <Field
        label="Nota"
        name="note"
        hint="Queda en el registro. Puede quedar vacía."
        autoComplete="off"
        maxLength={300}
        value={wish.note}
        onChange={(note) => change({ note })}
        disabled={isBusy}
      />
      {isPosted && (
        <Field
          label="Por qué debe enviarse otra vez"
          name="supervisorReason"
          hint="Con al menos 10 caracteres. Queda en el registro con su nombre."
          autoComplete="off"
          maxLength={300}
          value={wish.supervisorReason}
          onChange={(supervisorReason) => change({ supervisorReason })}
          disabled={isBusy}
          {...(isTried && isShort && { error: 'Explique el motivo con al menos 10 caracteres.' })}
        />
      )}
    </DeedForm>
  )
}
