import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import styles from '../view/console.module.css'
import { SettleButton } from '../concerns/settle-button.tsx'
import { longWhen } from '../words/when.ts'

/** What somebody must look at in this letter, on top of everything else. */
export function LetterConcerns({ letter, onSettled }: { letter: LetterCard; onSettled: () => void }) {
  if (!letter.concerns.length) return null
  return (
    <section className={styles.concerns} aria-labelledby="asuntos">
      <h2 id="asuntos">Asuntos pendientes</h2>
      <ul>
        {letter.concerns.map(({ id, kind, note, at }) => (
          <li key={id}>
            <p>
              {note || kind} <span className={styles.soft}>{longWhen(at)}</span>
            </p>
            <SettleButton id={id} what={note || kind} onSettled={onSettled} />
          </li>
        ))}
      </ul>
    </section>
  )
}
