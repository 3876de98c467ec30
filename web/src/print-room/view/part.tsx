import type { ReactNode } from 'react'
import styles from './view.module.css'

/** A section of a view, under a heading of its own. */
export const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={styles.part} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)
