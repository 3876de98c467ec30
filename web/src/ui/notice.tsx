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
 * A boxed message, read out when it appears: errors at once (the red box), the rest when there is quiet.
 * `takesFocus`: when the control that led here is gone, so that the focus is nobody's (WCAG 2.4.3).
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

/** What could not be had, and once more. */
export const Retry = ({ onRetry, children }: { onRetry: () => void; children: ReactNode }) => (
  <>
    <Notice kind="error">{children}</Notice>
    <Button kind="secondary" onClick={onRetry}>
      Reintentar
    </Button>
  </>
)
