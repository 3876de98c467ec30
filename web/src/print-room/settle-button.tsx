import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { settleConcern } from './calls.ts'
import styles from './console.module.css'
import { NoteDialog } from './note-dialog.tsx'
import { Outcome } from './outcome.tsx'
import { useDeed } from './use-deed.ts'

/** `Resuelto`: a concern that nobody has to look at any more, and why. */
export function SettleButton({ id, what, onSettled }: { id: string; what: string; onSettled: () => void }) {
  const [isOpen, open] = useState(false)
  const { doing, run, forget } = useDeed(onSettled)
  const settle = (note: string) =>
    run(
      () => settleConcern(id, note),
      () => {
        open(false)
        onSettled()
      },
    )
  return (
    <>
      <Button
        kind="secondary"
        className={styles.small ?? ''}
        onClick={() => {
          forget()
          open(true)
        }}
      >
        Dar por resuelto
        <span className="visually-hidden">: {what}</span>
      </Button>
      <Outcome doing={isOpen ? { is: 'ready' } : doing} />
      <NoteDialog
        isOpen={isOpen}
        title="¿Darlo por resuelto?"
        words="Dar por resuelto"
        doing={doing}
        onNote={(note) => void settle(note)}
        onClose={() => open(false)}
      >
        {what}
      </NoteDialog>
    </>
  )
}
