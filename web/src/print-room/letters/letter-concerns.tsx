import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import viewStyles from '../view/view.module.css'
import styles from './letters.module.css'
import { SettleButton } from '../concerns/settle-button.tsx'
import { longWhen } from '../words/when.ts'

/** What somebody must look at in this letter, on top of everything else. */
export function LetterConcerns({ letter, onSettled }: { letter: LetterCard; onSettled: () => void }) {
  if (!letter.concerns.length) return null
  return (
    <section
      className={`${viewStyles.card} ${viewStyles.urgent} ${styles.concerns}`}
      aria-labelledby="asuntos"
    >
      <h2 id="asuntos">Asuntos pendientes</h2>
      <ul className={styles.issues}>
        {letter.concerns.map(({ id, kind, note, at }) => (
          <li key={id}>
            <p>
              {note || kind} <span className={viewStyles.soft}>{longWhen(at)}</span>
            </p>
            <SettleButton id={id} what={note || kind} onSettled={onSettled} />
          </li>
        ))}
      </ul>
    </section>
  )
}
