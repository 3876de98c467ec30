import { useState, type ReactNode } from 'react'
import { leastNote, longestNote } from '@lacre/letter/print-room/reasons.ts'
import { Field } from '../../ui/field.tsx'
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx'

/** A decision, and in a few words why: it stays in the record under the operator's name. */
export function NoteDialog({
  onNote,
  children,
  ...dialog
}: ActionDialogProps & {
  title: string
  words: string
  onNote: (note: string) => void
  children: ReactNode
}) {
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isShort = note.trim().length < leastNote.length
  function submit() {
    setTried(true)
    if (!isShort) onNote(note.trim())
  }
  return (
    <ActionDialog {...dialog} busyWords="Anotando..." onSubmit={submit}>
      <p>{children}</p>
      <Field
        label="Nota"
        name="note"
        hint="Qué ha comprobado o decidido. Queda en el registro con su nombre."
        autoComplete="off"
        maxLength={longestNote}
        value={note}
        onChange={setNote}
        readOnly={dialog.status.is === 'busy'}
        {...(isTried && isShort && { error: leastNote.refusal })}
      />
    </ActionDialog>
  )
}
