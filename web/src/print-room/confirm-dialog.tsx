import type { ReactNode } from 'react'
import { DeedDialog, DeedForm } from './deed-dialog.tsx'
import type { Doing } from './use-deed.ts'

/** A deed that needs no more than a yes. */
export const ConfirmDialog = ({
  isOpen,
  title,
  words,
  doing,
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean
  title: string
  words: string
  doing: Doing
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) => (
  <DeedDialog isOpen={isOpen} title={title} doing={doing} onClose={onClose}>
    <DeedForm words={words} busyWords="Marcando..." doing={doing} onSubmit={onConfirm} onClose={onClose}>
      <p>{children}</p>
    </DeedForm>
  </DeedDialog>
)
