import { useState } from 'react'
import type { EditorSession } from '../drafts/editor-session.ts'
import { useLazy } from '../ui/use-lazy.ts'
import line from './drafts-line.module.css'

/** Plantillas: keeps the letter as one, or begins with one (design.md#templates). */
export function TemplatesButton({ session }: { session: EditorSession | undefined }) {
  const [status, setStatus] = useState('')
  const { Loaded, open, close } = useLazy(() => import('./templates-dialog.tsx'))
  return (
    <>
      <button type="button" className={line.act} disabled={!session} aria-haspopup="dialog" onClick={open}>
        Plantillas
      </button>
      <span role="status" className="visually-hidden">
        {status}
      </span>
      {Loaded && session && (
        <Loaded
          session={session}
          onUsed={(name) =>
            setStatus(`Plantilla «${name}» puesta. Con Control + Z vuelve la carta anterior.`)
          }
          onClose={close}
        />
      )}
    </>
  )
}
