import type { ReactNode } from 'react'
import { ActionDialog, ActionForm } from './action-dialog.tsx'
import type { ActionStatus } from './use-action.ts'

/** An action that needs no more than a yes. */
export const ConfirmDialog = ({
  isOpen,
  title,
  words,
  status,
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean
  title: string
  words: string
  status: ActionStatus
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) => (
  <ActionDialog isOpen={isOpen} title={title} status={status} onClose={onClose}>
    <ActionForm words={words} busyWords="Marcando..." status={status} onSubmit={onConfirm} onClose={onClose}>
      <p>{children}</p>
    </ActionForm>
  </ActionDialog>
)
