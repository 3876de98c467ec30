import type { ReactNode } from 'react'
import styles from './comes-late.module.css'

/** Around a screen whose content is asked for: the footer stands below what one sees, so that nothing moves it there. */
export const ComesLate = ({ children }: { children: ReactNode }) => (
  <div className={styles.late}>{children}</div>
)
