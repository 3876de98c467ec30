import type { PreviewProblem } from '@lacre/letter/calls.ts'
import styles from './preview.module.css'

/** What stands in the way of sending; each leads to its place. Read out when there is quiet. */
export function Problems({
  problems,
  onGo,
}: {
  problems: PreviewProblem[]
  onGo: (problem: PreviewProblem) => void
}) {
  return (
    <div aria-live="polite" className={styles.announced}>
      {problems.length > 0 && (
        <div className={styles.problems}>
          <h3>{problems.length === 1 ? 'Un problema' : `${problems.length} problemas`}</h3>
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.code} ${problem.at} ${problem.character ?? problem.picture ?? ''}`}>
                <button type="button" onClick={() => onGo(problem)}>
                  {problem.detail}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
