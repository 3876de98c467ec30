import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Desk } from '../first-editor.ts'
import { useLazy } from '../use-lazy.ts'

/** Recuperar: brings back any of the last versions. */
export function RecoverButton({ desk, className }: { desk: Desk | undefined; className: string }) {
  const [said, say] = useState('')
  const { Loaded, open, close } = useLazy(() => import('./recover-dialog.tsx'))
  return (
    <>
      <Button kind="secondary" className={className} disabled={!desk} aria-haspopup="dialog" onClick={open}>
        Recuperar
      </Button>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {Loaded && desk && (
        <Loaded
          desk={desk}
          onRestored={() => say('Versión recuperada. Con Control + Z vuelve la anterior.')}
          onClose={close}
        />
      )}
    </>
  )
}
