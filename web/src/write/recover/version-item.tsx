import { Button } from '../../ui/button.tsx'
import { firstWords } from './first-words.ts'
import styles from './recover.module.css'

const time = new Intl.DateTimeFormat('es-ES', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

/** A text with its time and first words. Without `onRestore` it is the present text, or the same once more. */
export function VersionItem({
  at,
  html,
  why,
  note,
  onRestore,
}: {
  at: number
  html: string
  why: string
  note?: string
  onRestore?: () => void
}) {
  const { words, pictures } = firstWords(html)
  const date = new Date(at)
  return (
    <li className={styles.version} {...(!onRestore && !note && { 'aria-current': true })}>
      <div className={styles.about}>
        <p className={styles.when}>
          <time dateTime={date.toISOString()}>{time.format(date)}</time>
          <span className={styles.why}>{why}</span>
        </p>
        <p className={styles.words}>
          {words}
          {pictures > 0 && (
            <span className={styles.why}> {pictures === 1 ? '1 imagen' : `${pictures} imágenes`}</span>
          )}
        </p>
      </div>
      {note && <span className={styles.why}>{note}</span>}
      {onRestore && (
        <Button
          kind="secondary"
          aria-label={`Recuperar la versión del ${time.format(date)}`}
          onClick={onRestore}
        >
          Recuperar
        </Button>
      )}
    </li>
  )
}
