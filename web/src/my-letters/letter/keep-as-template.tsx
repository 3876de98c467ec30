import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { Button } from '../../ui/button.tsx'
import { FormMissing } from '../../ui/dialog/form-missing.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useParts, type KeepDialog } from '../parts.ts'

type Keeping = { is: 'idle' | 'missing' } | { is: 'open'; Dialog: KeepDialog } | { is: 'kept'; name: string }

/** Keeps a letter's words and looks to write from again (design.md#templates). */
export function KeepAsTemplate({ letter }: { letter: LetterDetail }) {
  const { keepDialog } = useParts()
  const [keeping, setKeeping] = useState<Keeping>({ is: 'idle' })
  const open = () =>
    keepDialog().then(
      (Dialog) => setKeeping({ is: 'open', Dialog }),
      () => setKeeping({ is: 'missing' }),
    )
  return (
    <>
      <Button kind="secondary" aria-haspopup="dialog" onClick={() => void open()}>
        Guardar como plantilla
      </Button>
      {keeping.is === 'missing' && <FormMissing />}
      {keeping.is === 'kept' && (
        <Notice kind="success">
          Guardada: «{keeping.name}». La encontrará en «Plantillas», en la página de escribir.
        </Notice>
      )}
      {keeping.is === 'open' && (
        <keeping.Dialog
          letter={letter}
          onKept={(name) => {
            flushSync(() => setKeeping({ is: 'idle' })) // the dialog gives the focus back to its button first
            setKeeping({ is: 'kept', name })
          }}
          onClose={() => setKeeping({ is: 'idle' })}
        />
      )}
    </>
  )
}
