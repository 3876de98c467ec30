import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { count } from '@lacre/letter/words.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { goToProblem, takeOutPicture } from './go-to.ts'
import styles from './preview.module.css'

/** Good to know, and in the way of nothing (design.md#photos). */
const notes = new Set(['picture-shows-through', 'picture-small', 'picture-blank', 'text-pale'])
export const isNote = ({ code }: PreviewProblem) => notes.has(code)

/** What stands in the way of sending, and quiet notes; each leads to its place. Read out when there is quiet. */
export function Problems({
  problems,
  onGo,
  onTakeOut,
}: {
  problems: PreviewProblem[]
  onGo: (problem: PreviewProblem) => void
  onTakeOut: (problem: PreviewProblem) => void
}) {
  const inTheWay = problems.filter((problem) => !isNote(problem))
  const quiet = problems.filter(isNote)
  return (
    <div aria-live="polite" className={styles.announced}>
      {inTheWay.length > 0 && (
        <div className={styles.problems}>
          <h3>{inTheWay.length === 1 ? 'Un problema' : `${inTheWay.length} problemas`}</h3>
          <List problems={inTheWay} onGo={onGo} onTakeOut={onTakeOut} />
        </div>
      )}
      {quiet.length > 0 && (
        <div className={styles.notes}>
          <List problems={quiet} onGo={onGo} />
        </div>
      )}
    </div>
  )
}

const List = ({
  problems,
  onGo,
  onTakeOut,
}: {
  problems: PreviewProblem[]
  onGo: (problem: PreviewProblem) => void
  onTakeOut?: (problem: PreviewProblem) => void
}) => (
  <ul>
    {problems.map((problem) => (
      <li key={`${problem.code} ${problem.at} ${problem.character ?? problem.picture ?? ''}`}>
        <button type="button" onClick={() => onGo(problem)}>
          {problem.detail}
        </button>
        {problem.picture !== undefined && onTakeOut && (
          <button
            type="button"
            aria-label={`Quitar la imagen n.º ${problem.picture}`}
            onClick={() => onTakeOut(problem)}
          >
            Quitar
          </button>
        )}
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

/** Beside why nothing was sent, where that is a picture: it names the number. */
export function TakeOutPicture({
  session,
  refusal: { code, detail },
}: {
  session: EditorSession | undefined
  refusal: { code?: string | undefined; detail: string }
}) {
  const number = /n\.º (\d+)/.exec(detail)?.[1]
  if (!session || !number || (code !== 'picture-unreachable' && code !== 'picture-unreadable')) return null
  const problem: PreviewProblem = { code, detail, at: 'letter', picture: Number(number) }
  return (
    <button type="button" onClick={() => takeOutPicture(session, problem)}>
      Quitar la imagen
    </button>
  )
}
