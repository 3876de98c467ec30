import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { settleConcern } from '../data/calls.ts'
import styles from '../actions/actions.module.css'
import { NoteDialog } from '../actions/note-dialog.tsx'
import { ActionResult } from '../actions/action-result.tsx'
import { useAction } from '../actions/use-action.ts'

/** `Resuelto`: a concern that nobody has to look at any more, and why. */
export function SettleButton({ id, what, onSettled }: { id: string; what: string; onSettled: () => void }) {
  const [isOpen, open] = useState(false)
  const { status, run, reset } = useAction(onSettled)
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
          reset()
          open(true)
        }}
      >
        Dar por resuelto
        <span className="visually-hidden">: {what}</span>
      </Button>
      <ActionResult status={isOpen ? { is: 'ready' } : status} />
      {isOpen && (
        <NoteDialog
          title="¿Darlo por resuelto?"
          words="Dar por resuelto"
          status={status}
          onNote={(note) => void settle(note)}
          onClose={() => open(false)}
        >
          {what}
        </NoteDialog>
      )}
    </>
  )
}
