import type { ReactNode } from 'react'
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx'
import styles from './notice.module.css'

const looks = {
  error: { role: 'alert', Icon: AlertIcon },
  info: { role: 'status', Icon: InfoIcon },
  success: { role: 'status', Icon: CheckIcon },
} as const

/** A boxed message, read out when it appears: errors at once (the red box), the rest when there is quiet. */
export function Notice({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  const { role, Icon } = looks[kind]
  return (
    <div role={role} className={`${styles.notice} ${styles[kind]}`}>
      <Icon />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
