import { useState, type ReactNode } from 'react'
import { Field } from '../ui/field.tsx'
import { DeedDialog, DeedForm } from './deed-dialog.tsx'
import type { Doing } from './use-deed.ts'

const leastNote = 3

type Shared = {
  words: string
  doing: Doing
  onNote: (note: string) => void
  onClose: () => void
  children: ReactNode
}

/** A decision, and in a few words why: it stays in the record under the operator's name. */
export const NoteDialog = ({ isOpen, title, ...shared }: { isOpen: boolean; title: string } & Shared) => (
  <DeedDialog isOpen={isOpen} title={title} doing={shared.doing} onClose={shared.onClose}>
    <NoteForm {...shared} />
  </DeedDialog>
)

function NoteForm({ words, doing, onNote, onClose, children }: Shared) {
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isShort = note.trim().length < leastNote
  function submit() {
    setTried(true)
    if (!isShort) onNote(note.trim())
  }
  return (
    <DeedForm words={words} busyWords="Anotando..." doing={doing} onSubmit={submit} onClose={onClose}>
      <p>{children}</p>
      <Field
        label="Nota"
        name="note"
        hint="Qué ha comprobado o decidido. Queda en el registro con su nombre."
        autoComplete="off"
        maxLength={300}
        value={note}
        onChange={setNote}
        disabled={doing.is === 'busy'}
        {...(isTried && isShort && { error: 'Escriba en pocas palabras qué ha comprobado o decidido.' })}
      />
    </DeedForm>
  )
}
