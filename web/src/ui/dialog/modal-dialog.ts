import type { SyntheticEvent } from 'react'

/** It is closed at once, also when it goes altogether: the focus is back where it was before the next key comes. */
function showModal(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  return () => dialog?.close()
}

/** Props of a <dialog> that is over the page while `isOpen`. */
export const modalDialog = (isOpen: boolean, onClose: () => void) => ({
  ref: isOpen ? showModal : undefined,
  onCancel(event: SyntheticEvent) {
    event.preventDefault() // Escape: the page closes it, for the browser's own event comes later
    onClose()
  },
  /** Closed by the browser itself. After a closing by the page the event comes too, when it may be open again. */
  onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) =>
    isOpen && !currentTarget.open && onClose(),
})
