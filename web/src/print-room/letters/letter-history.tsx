import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import styles from '../view/console.module.css'
import { causeWords, stepWords } from './step-words.ts'
import { longWhen, shortWhen } from '../words/when.ts'
import { attemptStates, reasonWords } from '../words/words.ts'

/** Each step of the letter, and each time it went on paper. */
export function LetterHistory({ letter: { steps, attempts } }: { letter: LetterCard }) {
  return (
    <div className={styles.column}>
      <section className={styles.part} aria-labelledby="camino">
        <h2 id="camino">Su camino</h2>
        <ol className={styles.timeline}>
          {steps.map((step) => (
            <li key={`${step.at} ${step.step}`}>
              <span className={styles.step}>{stepWords(step)}</span>
              <time dateTime={step.at}>{longWhen(step.at)}</time>
              <span className={styles.soft}>{causeWords(step.cause)}</span>
            </li>
          ))}
        </ol>
      </section>
      {attempts.length > 0 && (
        <section className={styles.part} aria-labelledby="intentos">
          <h2 id="intentos">Impresiones</h2>
          <ul className={styles.attempts}>
            {attempts.map(({ attempt, state, reason, at, batch }) => (
              <li key={attempt}>
                <span className={styles.step}>
                  Intento {attempt}: {attemptStates[state]}
                </span>
                <span className={styles.soft}>
                  {[batch, reason && reasonWords(reason, state === 'void'), shortWhen(at)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
