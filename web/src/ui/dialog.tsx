import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Actions } from './display.tsx'
import { Form } from './field.tsx'
import { CloseIcon } from './icons.tsx'
import { Notice } from './notice.tsx'

/** Whether a dialog is open; the page behind it must not be replaced. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Closes synchronously on unmount, so that focus returns before the next key press. */
function showModal(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  return () => dialog?.close()
}

/** Props of a <dialog> that is over the page while `isOpen`. */
export const modalDialog = (isOpen: boolean, onClose: () => void) => ({
  ref: isOpen ? showModal : undefined,
  onCancel(event: SyntheticEvent) {
    event.preventDefault() // Escape: we close it ourselves, because the browser's own event comes late
    onClose()
  },
  /** Closed by the browser. The event also follows our own closing, when the dialog may be open again. */
  onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) =>
    isOpen && !currentTarget.open && onClose(),
})

/**
 * A modal `<dialog>`: the browser brings focus trap, inert page, Escape and focus return.
 * `maxWidth` is CSS (`800px`); `hasCross` adds the close cross. Every way of closing calls `onClose`.
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
      className={`raised ${styles.dialog}`}
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

/** A question with its form. It stays open until the call is answered, and shows a refusal where it can be corrected. */
export function FormDialog({
  title,
  words,
  busyWords,
  leave = 'No, volver',
  closesOnOverlay = false,
  hasCross = false,
  maxWidth = '560px',
  isBusy,
  isOver = false,
  isReady = true,
  error,
  onSubmit,
  onClose,
  children,
  ...form
}: {
  title: string
  words: string
  busyWords: string
  leave?: string
  isBusy: boolean
  /** The error is final: no retry. */
  isOver?: boolean
  isReady?: boolean
  error: string | false | null | undefined
  onSubmit: (written: Record<string, string>) => void
  onClose: () => void
  children: ReactNode
} & Partial<Pick<ComponentProps<typeof Modal>, 'closesOnOverlay' | 'hasCross' | 'maxWidth'>> &
  Pick<ComponentProps<'form'>, 'noValidate' | 'onInput'>) {
  return (
    <Modal isOpen onClose={() => isBusy || onClose()} {...{ title, closesOnOverlay, hasCross, maxWidth }}>
      <Form {...form} onSubmit={(written) => isBusy || !isReady || onSubmit(written)}>
        {children}
        {error && (
          <Notice kind="error" takesFocus={isOver}>
            {error}
          </Notice>
        )}
        <Actions>
          <Button kind="secondary" disabled={isBusy} onClick={onClose}>
            {leave}
          </Button>
          {!isOver && (
            <Button type="submit" isBusy={isBusy} disabled={!isReady}>
              {isBusy ? busyWords : words}
            </Button>
          )}
        </Actions>
      </Form>
    </Modal>
  )
}

/** Shown when the code of a form did not load. */
export const FormMissing = () => (
  <Notice kind="error">No se ha podido abrir el formulario. Compruebe su conexión.</Notice>
)
