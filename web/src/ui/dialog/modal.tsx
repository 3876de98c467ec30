import { useId, useRef, type ReactNode } from 'react'
import { CloseIcon } from '../icons.tsx'
import styles from './modal.module.css'
import { modalDialog } from './modal-dialog.ts'

/**
 * A modal dialog on the platform's own: focus trap, inert page, Escape and focus return come with it.
 * `maxWidth` is CSS (`800px`); `hasCross` adds the close cross. `onClose` may come from any way of closing.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  closesOnOverlay,
  maxWidth = '560px',
  hasCross = false,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  closesOnOverlay: boolean
  maxWidth?: string
  hasCross?: boolean
  children: ReactNode
}) {
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()

  return (
    <dialog
      {...modalDialog(isOpen, onClose)}
      className={styles.dialog}
      style={{ maxWidth: `min(${maxWidth}, calc(100vw - 2rem))` }}
      aria-labelledby={titleId}
      onPointerDown={({ target }) => (pressed.current = target)}
      onClick={({ target, currentTarget }) => {
        // Press AND release on the overlay: selecting text outwards also ends in a click there.
        if (closesOnOverlay && target === currentTarget && pressed.current === currentTarget) onClose()
      }}
    >
      {isOpen && (
        <div className={styles.body}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {hasCross && (
              <button type="button" className={styles.cross} aria-label="Cerrar" onClick={onClose}>
                <CloseIcon />
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
