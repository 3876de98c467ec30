import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet'

const classOf = (kind: ButtonKind, className?: string) =>
  [styles.button, styles[kind], className].filter(Boolean).join(' ')

/** What a busy button says of itself (`Cancelando...`), or that something is being done. */
const busyWords = (children: ReactNode) =>
  typeof children === 'string' && children.endsWith('...') ? children : 'Procesando...'

/**
 * `isBusy` disables it and says so to assistive technology; the caller changes the words. A disabled button loses
 * the focus: it gets it back afterwards, unless somebody else has taken it (WCAG 2.4.3).
 */
export function Button({
  kind = 'primary',
  isBusy,
  className,
  disabled,
  type = 'button',
  children,
  ...rest
}: { kind?: ButtonKind; isBusy?: boolean } & ComponentProps<'button'>) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current) {
      hadFocus.current = false
      if (document.activeElement === document.body) button.current?.focus()
    }
  }, [isBusy])

  return (
    <>
      {isBusy !== undefined && (
        <span className="visually-hidden" aria-live="polite">
          {isBusy && busyWords(children)}
        </span>
      )}
      <button
        ref={button}
        {...rest}
        type={type}
        className={classOf(kind, className)}
        disabled={disabled || isBusy}
        aria-busy={isBusy || undefined}
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
