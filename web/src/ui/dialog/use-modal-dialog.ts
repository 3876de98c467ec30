import { useLayoutEffect, useRef, type SyntheticEvent } from 'react'

/**
 * Props of a <dialog> that is over the page while `isOpen`. It is closed at once, also when it goes altogether: the
 * focus is back where it was before the next key comes.
 */
export function useModalDialog(isOpen: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!isOpen) return undefined
    dialog?.showModal()
    return () => dialog?.close()
  }, [isOpen])

  return {
    ref,
    onCancel(event: SyntheticEvent) {
      event.preventDefault() // Escape: the page closes it, for the browser tells of it only later
      onClose()
    },
    /** Closed by the browser itself. After a closing by the page it is told too, when it may be open again. */
    onClose: () => isOpen && !ref.current?.open && onClose(),
  }
}
