import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx'
import styles from './notice.module.css'
import { takeLostFocus } from './take-focus.ts'

const looks = {
  error: { role: 'alert', Icon: AlertIcon },
  info: { role: 'status', Icon: InfoIcon },
  success: { role: 'status', Icon: CheckIcon },
} as const

/**
 * A boxed message, announced when it appears: errors at once (alert), others politely (status).
 * `takesFocus`: for when the pressed control is gone and nothing has the focus (WCAG 2.4.3).
 */
export function Notice({
  kind,
  takesFocus,
  children,
}: {
  kind: keyof typeof looks
  takesFocus?: boolean
  children: ReactNode
}) {
  const { role, Icon } = looks[kind]
  return (
    <div
      ref={takesFocus ? takeLostFocus : undefined}
      role={role}
      tabIndex={takesFocus ? -1 : undefined}
      className={`${styles.notice} ${styles[kind]}`}
    >
      <Icon />
      <div className={styles.text}>{children}</div>
    </div>
  )
}

/** A failed load, with a button to retry. */
export const Retry = ({ onRetry, children }: { onRetry: () => void; children: ReactNode }) => (
  <>
    <Notice kind="error">{children}</Notice>
    <Button kind="secondary" onClick={onRetry}>
      Reintentar
    </Button>
  </>
)
