import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx'
import styles from './notice.module.css'

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
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) notice.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={notice}
      role={role}
      tabIndex={takesFocus ? -1 : undefined}
      className={`${styles.notice} ${styles[kind]}`}
    >
      <Icon />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
