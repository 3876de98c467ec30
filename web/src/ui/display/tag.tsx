import styles from './tag.module.css'

export type Tone = 'waiting' | 'moving' | 'done' | 'ended' | 'trouble'

/** Where something is, as a postmark. */
export const Tag = ({
  tone,
  className = '',
  children,
}: {
  tone: Tone
  className?: string | undefined
  children: string
}) => <span className={`${styles.tag} ${styles[tone]} ${className}`}>{children}</span>
