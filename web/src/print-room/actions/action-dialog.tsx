import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './actions.module.css'
import type { ActionStatus } from './use-action.ts'

/** The window of an action that is asked about before it is done; it stays open while it is being done. */
export function ActionDialog({
  isOpen,
  title,
  status,
  onClose,
  children,
}: {
  isOpen: boolean
  title: string
  status: ActionStatus
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => status.is === 'busy' || onClose()}
      title={title}
      closesOnOverlay={false}
    >
      {children}
    </Modal>
  )
}

/** What is in that window, new each time it opens. A refusal is shown here, where it can be mended. */
export function ActionForm({
  words,
  busyWords,
  status,
  onSubmit,
  onClose,
  children,
}: {
  words: string
  busyWords: string
  status: ActionStatus
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const isBusy = status.is === 'busy'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <form className={styles.dialog} onSubmit={submit} noValidate>
      {children}
      {status.is === 'refused' && <Notice kind="error">{status.detail}</Notice>}
      <Actions>
        <Button kind="secondary" disabled={isBusy} onClick={onClose}>
          No, volver
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? busyWords : words}
        </Button>
      </Actions>
    </form>
  )
}
