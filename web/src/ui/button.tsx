import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet'

const classOf = (kind: ButtonKind, className?: string) =>
  [styles.button, styles[kind], className].filter(Boolean).join(' ')

/** What a busy button says of itself (`Cancelando...`), or that something is being done. */
const busyWords = (children: ReactNode) =>
  typeof children === 'string' && children.endsWith('...') ? children : 'Procesando...'

/** A press that does nothing; on a button that submits, neither does Enter in one of the form's fields. */
const ignore = (event: MouseEvent) => event.preventDefault()

/**
 * `isBusy` and `disabled` are announced to assistive technology and presses are ignored, but it can still be focused: the
 * attribute `disabled` takes the focus from whoever has just pressed it (WCAG 2.4.3). With `isBusy` the caller changes
 * the words.
 */
export function Button({
  kind = 'primary',
  isBusy,
  className,
  disabled,
  type = 'button',
  onClick,
  children,
  ...rest
}: { kind?: ButtonKind; isBusy?: boolean } & ComponentProps<'button'>) {
  const isOff = disabled || isBusy
  return (
    <>
      {isBusy !== undefined && (
        <span className="visually-hidden" aria-live="polite">
          {isBusy && busyWords(children)}
        </span>
      )}
      <button
        {...rest}
        type={type}
        className={classOf(kind, className)}
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        onClick={isOff ? ignore : onClick}
      >
        {children}
      </button>
    </>
  )
}

/** Looks like a button and is a link: it leads to another screen, with JavaScript off too. */
export function ButtonLink({
  kind = 'primary',
  className,
  ...rest
}: { kind?: ButtonKind; href: string } & Omit<ComponentProps<'a'>, 'href'>) {
  return <Link {...rest} className={classOf(kind, className)} />
}
