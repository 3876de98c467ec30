import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet'

const classOf = (kind: ButtonKind, className?: string) =>
  [styles.button, styles[kind], className].filter(Boolean).join(' ')

/** `isBusy` disables it and says so to assistive technology; the caller changes the words. */
export function Button({
  kind = 'primary',
  isBusy = false,
  className,
  disabled,
  type = 'button',
  ...rest
}: { kind?: ButtonKind; isBusy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type={type}
      className={classOf(kind, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    />
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
