import type { ReactNode } from 'react'
import styles from './actions.module.css'

/** The buttons that a form, a dialog or a page ends with. */
export const Actions = ({
  at,
  className = '',
  children,
}: {
  at?: 'start' | 'center'
  className?: string | undefined
  children: ReactNode
}) => <div className={`${styles.actions} ${at ? styles[at] : ''} ${className}`}>{children}</div>
