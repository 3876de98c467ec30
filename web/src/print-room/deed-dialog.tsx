import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './console.module.css'
import type { Doing } from './use-deed.ts'

/** The window of a deed that is asked about before it is done; it stays open while it is being done. */
export function DeedDialog({
  isOpen,
  title,
  doing,
  onClose,
  children,
}: {
  isOpen: boolean
  title: string
  doing: Doing
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => doing.is === 'busy' || onClose()}
      title={title}
      closesOnOverlay={false}
    >
      {children}
    </Modal>
  )
}

/** What is in that window, new each time it opens. A refusal is told here, where it can be mended. */
export function DeedForm({
  words,
  busyWords,
  doing,
  onSubmit,
  onClose,
  children,
}: {
  words: string
  busyWords: string
  doing: Doing
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const isBusy = doing.is === 'busy'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <form className={styles.dialog} onSubmit={submit} noValidate>
      {children}
      {doing.is === 'refused' && <Notice kind="error">{doing.detail}</Notice>}
      <div className={styles.actions}>
        <Button kind="secondary" disabled={isBusy} onClick={onClose}>
          No, volver
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? busyWords : words}
        </Button>
      </div>
    </form>
  )
}
