import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import styles from './send-error.module.css'

/** Why nothing was sent, brought into sight: Enviar may have been pressed far from the panel. */
export const SendError = ({ children }: { children: ReactNode }) => (
  <div ref={showIt} className={styles.error}>
    <Notice kind="error">{children}</Notice>
  </div>
)

const showIt = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })
