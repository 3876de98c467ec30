import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import styles from './send-error.module.css'

/** The reason nothing was sent, scrolled into view: Enviar may be far from it. */
export const SendError = ({ children }: { children: ReactNode }) => (
  <div ref={showIt} className={styles.error}>
    <Notice kind="error">{children}</Notice>
  </div>
)

const showIt = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })
