import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import styles from './display.module.css'

export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={styles.back}>
    {children}
  </Link>
)

/** The buttons at the end of a form, a dialog or a page. */
export const Actions = ({
  at,
  className = '',
  children,
}: {
  at?: 'start' | 'center'
  className?: string | undefined
  children: ReactNode
}) => <div className={`row ${styles.actions} ${at ? styles[at] : ''} ${className}`}>{children}</div>

/** Around a screen that loads its content: keeps the footer out of sight, so that it does not jump. */
export const ComesLate = ({ children }: { children: ReactNode }) => (
  <div className={styles.late}>{children}</div>
)

/** Terms and values; `values` places each value beside its term, at the end of the line, or below. */
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

export const Loading = ({ children }: { children: string }) => (
  <p className={`quiet serif ${styles.loading}`} role="status">
    {children}
  </p>
)

export type Tone = 'waiting' | 'moving' | 'done' | 'ended' | 'trouble'

/** A state, as a postmark. */
export const Tag = ({
  tone,
  className = '',
  children,
}: {
  tone: Tone
  className?: string | undefined
  children: string
}) => <span className={`strong ${styles.tag} ${styles[tone]} ${className}`}>{children}</span>

/** `at` is an instant, `when` the same for people. */
type TimelineStep = { name: string; at: string; when: string; cause?: string }

export const Timeline = ({
  steps,
  coming = [],
}: {
  steps: TimelineStep[]
  coming?: { name: string; when: string }[]
}) => (
  <ol className={`stack ${styles.timeline}`}>
    {steps.map(({ name, at, when, cause }) => (
      <li key={`${at} ${name}`}>
        <span className="strong">{name}</span>
        <time dateTime={at} className="soft">
          {when}
        </time>
        {cause && <span className="soft">{cause}</span>}
      </li>
    ))}
    {coming.map(({ name, when }) => (
      <li key={name} className={`quiet ${styles.coming}`}>
        <span>{name}</span>
        {when && <span className="soft">{when}</span>}
      </li>
    ))}
  </ol>
)

/** The one heading of a page. */
export const Title = (props: ComponentProps<'h1'>) => <h1 {...props} className={`wrap ${styles.title}`} />

/** The title in tab and history, for a view within a screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lacre`
  }, [title])
}
