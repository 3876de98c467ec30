import type { ReactNode } from 'react'
import { Title } from '../ui/display.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import airmailStyles from '../ui/airmail.module.css'
import { Notice } from '../ui/notice.tsx'
import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './auth-page.module.css'

/** Specification, section 1. */
const points = [
  { title: 'Escriba sin distracciones', text: 'Una hoja, su texto y nada más en la pantalla.' },
  {
    title: 'No pierda nunca una carta',
    text: 'Todas sus cartas, organizadas en un solo lugar.',
  },
  { title: 'A su propio ritmo', text: 'Guarde borradores y revíselos cuando quiera.' },
]

const showIt = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' })

/** Marketing on one side, the form on the other, with `error` in red above it (specification, section 8). */
export function AuthPage({
  title,
  error,
  notice,
  children,
}: {
  title: string
  error?: string | undefined
  notice?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={`sheet ${airmailStyles.airmail} ${styles.page}`}>
      <section className={`stack ${styles.card}`}>
        <Title>{title}</Title>
        {notice && <Notice kind="info">{notice}</Notice>}
        {error && (
          <div ref={showIt} className={styles.error}>
            <Notice kind="error" takesFocus>
              {error}
            </Notice>
          </div>
        )}
        {children}
      </section>
      <aside className={styles.marketing} aria-label="Por qué Lacre">
        <span className={styles.seal}>
          <WaxSeal size={84} />
        </span>
        <p className={`serif ${styles.quote}`}>Hay cosas que solo se dicen bien por carta.</p>
        <ul className={`stack ${styles.points}`}>
          {points.map(({ title, text }) => (
            <li key={title}>
              <CheckIcon size={22} />
              <div>
                <p className={styles.point}>{title}</p>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
