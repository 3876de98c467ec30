import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './back-link.module.css'

/** To what one came from. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={styles.back}>
    {children}
  </Link>
)
