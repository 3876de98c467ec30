import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { Timeline } from '../../ui/display/timeline.tsx'
import { Part } from '../view/part.tsx'
import viewStyles from '../view/view.module.css'
import styles from './letters.module.css'
import { causeWords, stepWords } from './step-words.ts'
import { longWhen, shortWhen } from '../words/when.ts'
import { attemptStates, reasonWords } from '../words/words.ts'

/** Each step of the letter, and each time it went on paper. */
export function LetterHistory({ letter: { steps, attempts } }: { letter: LetterCard }) {
  return (
    <div className={styles.column}>
      <Part id="camino" title="Su camino">
        <Timeline
          steps={steps.map((step) => ({
            name: stepWords(step),
            at: step.at,
            when: longWhen(step.at),
            cause: causeWords(step.cause),
          }))}
        />
      </Part>
      {attempts.length > 0 && (
        <Part id="intentos" title="Impresiones">
          <ul className={styles.attempts}>
            {attempts.map(({ attempt, state, reason, at, batch }) => (
              <li key={attempt}>
                <span>
                  Intento {attempt}: {attemptStates[state]}
                </span>
                <span className={viewStyles.soft}>
                  {[batch, reason && reasonWords(reason, state === 'void'), shortWhen(at)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}
