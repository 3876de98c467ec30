import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and what they stand for: the value beside its name, at the other end of the line, or below it. */
export const Facts = ({
  values,
  className = '',
  children,
}: {
  values: 'beside' | 'apart' | 'below'
  className?: string | undefined
  children: ReactNode
}) => <dl className={`${styles.facts} ${styles[values]} ${className}`}>{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
