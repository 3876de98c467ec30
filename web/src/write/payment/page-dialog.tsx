import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import styles from './payment.module.css'

/**
 * A dialog over the whole page, but under what a card provider lays over the document: in the browser's top
 * layer (`showModal`) it would cover the bank's question and nobody could answer it. The page behind is inert.
 * `opener` gets the focus back.
 */
export function PageDialog({
  title,
  canClose,
  onClose,
  opener,
  children,
}: {
  title: string
  canClose: boolean
  onClose: () => void
  opener: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const from = opener.current
    const page = document.getElementById('root')
    const element = dialog.current
    if (page) page.inert = true
    element?.show()
    // By itself it would focus Cancelar, the only control while the card's form is being loaded.
    element?.focus()
    return () => {
      element?.close()
      if (page) page.inert = false
      from?.focus()
    }
  }, [opener])

  // Before it is painted: who sees it may press Escape at once.
  useLayoutEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      // What lies over it closes first: Escape is meant for that.
      if (key === 'Escape' && canClose && !document.querySelector('dialog:modal')) onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [canClose, onClose])

  return createPortal(
    <div className={styles.overlay}>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </dialog>
    </div>,
    document.body,
  )
}
