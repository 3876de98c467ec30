import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { EditorSession } from '../drafts/editor-session.ts'
import { useLazy } from '../ui/use-lazy.ts'

/** Recuperar: brings back any of the last versions. */
export function RecoverButton({
  session,
  className,
}: {
  session: EditorSession | undefined
  className: string
}) {
  const [status, setStatus] = useState('')
  const { Loaded, open, close } = useLazy(() => import('./recover-dialog.tsx'))
  return (
    <>
      <Button
        kind="secondary"
        className={className}
        disabled={!session}
        aria-haspopup="dialog"
        onClick={open}
      >
        Recuperar
      </Button>
      <span role="status" className="visually-hidden">
        {status}
      </span>
      {Loaded && session && (
        <Loaded
          session={session}
          onRestored={() => setStatus('Versión recuperada. Con Control + Z vuelve la anterior.')}
          onClose={close}
        />
      )}
    </>
  )
}
