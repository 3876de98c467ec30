import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './actions.module.css'
import type { ActionStatus } from './use-action.ts'

/** What every dialog of an action is given: how the action goes, and what to do when nobody wants it any more. */
export type ActionDialogProps = { status: ActionStatus; onClose: () => void }

/**
 * Asks about an action before it is done, and is there only meanwhile, so that what is written in it is new each time.
 * It stays open while the action is being done; a refusal is shown here, where it can be mended.
 */
export function ActionDialog({
  title,
  words,
  busyWords,
  status,
  onSubmit,
  onClose,
  children,
}: ActionDialogProps & {
  title: string
  words: string
  busyWords: string
  onSubmit: () => void
  children: ReactNode
}) {
  const isBusy = status.is === 'busy'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <Modal isOpen onClose={() => isBusy || onClose()} title={title} closesOnOverlay={false}>
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
    </Modal>
  )
}
