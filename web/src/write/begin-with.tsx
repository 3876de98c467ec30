import type { Editor } from '../editor/editor.ts'
import { roving } from '../ui/roving.ts'
import { beginningNames, beginnings, selectFirstPlace } from './beginnings.ts'
import styles from './paper.module.css'

const onArrows = roving('button')

/** Offers texts to begin an empty letter with; undo removes them. */
export default function BeginWith({ editor }: { editor: Editor }) {
  return (
    <div className={styles.begin} role="toolbar" aria-label="Empezar con" onKeyDown={onArrows}>
      <span aria-hidden="true">Empezar con…</span>
      {beginningNames.map((name, place) => (
        <button
          key={name}
          type="button"
          tabIndex={place ? -1 : 0}
          onClick={() => {
            editor.replace(beginnings[name])
            selectFirstPlace(editor)
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
