import type { LetterDetail } from '@lacre/letter/calls.ts'
import styles from './letter.module.css'
import { stepWords } from '../words/state-words.ts'

const when = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** What has happened to a letter, in order. */
export const Timeline = ({ history }: Pick<LetterDetail, 'history'>) => (
  <ol className={styles.timeline}>
    {history.map((step) => (
      <li key={`${step.at} ${step.to}`}>
        <span className={styles.step}>{stepWords(step)}</span>
        <time dateTime={step.at}>{when.format(new Date(step.at))}</time>
      </li>
    ))}
  </ol>
)
