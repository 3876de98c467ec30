import { useSyncExternalStore } from 'react'
import type { EditorSession } from '../drafts/editor-session.ts'
import { roving } from '../ui/roving.ts'
import styles from './paper.module.css'

export const beginningNames = [
  'Cumpleaños',
  'Pésame',
  'Gracias',
  'Invitación',
  'Baja de un contrato',
  'Carta a los Reyes',
] as const
export type Beginning = (typeof beginningNames)[number]

const never = () => () => undefined
const onArrows = roving('button', 'horizontal')

/** While the letter is empty: a text to go on from, with one press; undoing takes it back. */
export function BeginWith({ session }: { session: EditorSession | undefined }) {
  const editor = session?.editor
  const isOffered = useSyncExternalStore(
    editor?.watch ?? never,
    () => editor?.isEmpty() ?? false,
    () => false,
  )
  if (!editor || !isOffered) return null

  async function begin(name: Beginning) {
    const { beginnings, selectFirstPlace } = await import('./beginnings.ts')
    if (!editor?.isEmpty()) return
    editor.replace(beginnings[name])
    selectFirstPlace(editor)
  }
  return (
    <div className={styles.begin} role="toolbar" aria-label="Empezar con" onKeyDown={onArrows}>
      <span aria-hidden="true">Empezar con…</span>
      {beginningNames.map((name, place) => (
        <button key={name} type="button" tabIndex={place ? -1 : 0} onClick={() => void begin(name)}>
          {name}
        </button>
      ))}
    </div>
  )
}
