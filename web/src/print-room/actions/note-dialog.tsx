import { useState, type ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { ActionDialog, ActionForm } from './action-dialog.tsx'
import type { ActionStatus } from './use-action.ts'

const leastNote = 3

type Shared = {
  words: string
  status: ActionStatus
  onNote: (note: string) => void
  onClose: () => void
  children: ReactNode
}

/** A decision, and in a few words why: it stays in the record under the operator's name. */
export const NoteDialog = ({ isOpen, title, ...shared }: { isOpen: boolean; title: string } & Shared) => (
  <ActionDialog isOpen={isOpen} title={title} status={shared.status} onClose={shared.onClose}>
    <NoteForm {...shared} />
  </ActionDialog>
)

function NoteForm({ words, status, onNote, onClose, children }: Shared) {
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isShort = note.trim().length < leastNote
  function submit() {
    setTried(true)
    if (!isShort) onNote(note.trim())
  }
  return (
    <ActionForm words={words} busyWords="Anotando..." status={status} onSubmit={submit} onClose={onClose}>
      <p>{children}</p>
      <Field
        label="Nota"
        name="note"
        hint="Qué ha comprobado o decidido. Queda en el registro con su nombre."
        autoComplete="off"
        maxLength={300}
        value={note}
        onChange={setNote}
        readOnly={status.is === 'busy'}
        {...(isTried && isShort && { error: 'Escriba en pocas palabras qué ha comprobado o decidido.' })}
      />
    </ActionForm>
  )
}
