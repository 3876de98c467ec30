import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { count } from '@lacre/letter/words.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { goToProblem } from './go-to.ts'
import styles from './preview.module.css'

/** Good to know, and in the way of nothing (design.md#photos). */
export const isNote = ({ code }: PreviewProblem) => code === 'picture-shows-through'

/** What stands in the way of sending, and quiet notes; each leads to its place. Read out when there is quiet. */
export function Problems({
  problems,
  onGo,
}: {
  problems: PreviewProblem[]
  onGo: (problem: PreviewProblem) => void
}) {
  const inTheWay = problems.filter((problem) => !isNote(problem))
  const notes = problems.filter(isNote)
  return (
    <div aria-live="polite" className={styles.announced}>
      {inTheWay.length > 0 && (
        <div className={styles.problems}>
          <h3>{inTheWay.length === 1 ? 'Un problema' : `${inTheWay.length} problemas`}</h3>
          <List problems={inTheWay} onGo={onGo} />
        </div>
      )}
      {notes.length > 0 && (
        <div className={styles.notes}>
          <List problems={notes} onGo={onGo} />
        </div>
      )}
    </div>
  )
}

const List = ({ problems, onGo }: Parameters<typeof Problems>[0]) => (
  <ul>
    {problems.map((problem) => (
      <li key={`${problem.code} ${problem.at} ${problem.character ?? problem.picture ?? ''}`}>
        <button type="button" onClick={() => onGo(problem)}>
          {problem.detail}
        </button>
      </li>
    ))}
  </ul>
)

/** Near Enviar, without the preview: what cannot print (design.md#printable). Pressed, it leads there. */
export function UnprintableLine({
  problems: [first, ...others],
  session,
}: {
  problems: PreviewProblem[]
  session: EditorSession | undefined
}) {
  return (
    <div role="status" className={styles.unprintable}>
      {first && session && (
        <>
          <button type="button" onClick={() => goToProblem(session, first)}>
            {first.detail}
          </button>
          {others.length > 0 && ` Y ${count(others.length, 'signo más', 'signos más')}, en la vista previa.`}
        </>
      )}
    </div>
  )
}
