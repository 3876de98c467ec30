import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet'

const classOf = (kind: ButtonKind, className?: string) =>
  [styles.button, styles[kind], className].filter(Boolean).join(' ')

/** What a busy button announces: its own words (`Cancelando...`), else that it is working. */
const busyWords = (children: ReactNode) =>
  typeof children === 'string' && children.endsWith('...') ? children : 'Procesando...'

/** Ignores the press; on a submit button also Enter in a field of the form. */
const ignore = (event: MouseEvent) => event.preventDefault()

/**
 * With `isBusy` or `disabled` presses are ignored, and assistive technology hears it, but the button keeps the focus:
 * the attribute `disabled` would drop it (WCAG 2.4.3). With `isBusy` the caller changes the words.
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

/** A link that looks like a button. It works without JavaScript. */
export function ButtonLink({
  kind = 'primary',
  className,
  ...rest
}: { kind?: ButtonKind; href: string } & Omit<ComponentProps<'a'>, 'href'>) {
  return <Link {...rest} className={classOf(kind, className)} />
}
