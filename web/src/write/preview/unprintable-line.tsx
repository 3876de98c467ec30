import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { count } from '@lacre/letter/words/plural.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { goToProblem } from './go-to.ts'
import styles from './preview.module.css'

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
