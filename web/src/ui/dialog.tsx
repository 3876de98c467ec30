import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Actions } from './display.tsx'
import { Form } from './field.tsx'
import { CloseIcon } from './icons.tsx'
import { Notice } from './notice.tsx'

/** Whether somebody is being asked something at this moment: it stays under their eyes. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

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

/** A question with its form. It stays open while it is being done; a refusal is shown here, where it can be mended. */
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
  /** After this error there is nothing to try again. */
  isOver?: boolean
  /** What is written can be submitted. */
  isReady?: boolean
  error: string | false | null | undefined
  /** What was written, by the names of the fields. */
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

/** A form whose program could not be had. */
export const FormMissing = () => (
  <Notice kind="error">No se ha podido abrir el formulario. Compruebe su conexión.</Notice>
)
