import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorSession } from '../drafts/editor-session.ts'
import { Button } from '../ui/button.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import styles from './toolbar.module.css'

/** Behind ⋯: versions, templates (design/writing.md#templates) and Borrar borrador. */
export default function MoreTools({
  id,
  session,
  onErased,
}: {
  id: string
  session: EditorSession
  onErased: (words: string) => void
}) {
  const [status, setStatus] = useState('')
  const versions = useLazy(() => import('./recover-dialog.tsx'))
  const templates = useLazy(() => import('./templates-dialog.tsx'))
  const erasing = useLazy(() => import('./erase-dialog.tsx'))
  return (
    <div id={id} role="group" aria-label="Más herramientas" className={`${styles.bar} ${styles.more}`}>
      <Button kind="quiet" aria-haspopup="dialog" onClick={versions.open}>
        Recuperar
      </Button>
      <Button kind="quiet" aria-haspopup="dialog" onClick={templates.open}>
        Plantillas
      </Button>
      <Button kind="quiet" aria-haspopup="dialog" onClick={erasing.open}>
        Borrar borrador
      </Button>
      <span role="status" className="visually-hidden">
        {status}
      </span>
      {versions.Loaded && (
        <versions.Loaded
          session={session}
          onRestored={() => setStatus('Versión recuperada. Con Control + Z vuelve la anterior.')}
          onClose={versions.close}
        />
      )}
      {templates.Loaded && (
        <templates.Loaded
          session={session}
          onUsed={(name) =>
            setStatus(`Plantilla «${name}» puesta. Con Control + Z vuelve la carta anterior.`)
          }
          onClose={templates.close}
        />
      )}
      {erasing.Loaded && (
        <erasing.Loaded
          session={session}
          onErased={(where) => {
            flushSync(erasing.close) // the dialog must return the focus to its button first
            const andAccount = where === 'everywhere' ? ' y de su cuenta' : ''
            onErased(`Se ha borrado el borrador de este equipo${andAccount}.`)
            session.editor.focus()
          }}
          onClose={erasing.close}
        />
      )}
    </div>
  )
}
