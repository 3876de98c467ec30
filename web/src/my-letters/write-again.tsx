import type { LetterDetail } from '@lacre/letter/calls.ts'
import { count } from '@lacre/letter/words.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { Button } from '../ui/button.tsx'
import { FormDialog, FormMissing } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import { findDraftConflict, replaceDraft } from './current-draft.ts'
import styles from './letter.module.css'

/** An unpaid or returned letter has another primary button. */
const isMain = ({ state }: LetterDetail) => state !== 'frozen' && state !== 'returned'

const notKept = 'Este navegador no deja guardar la carta que tiene empezada, así que no hemos cambiado nada.'

type Asking = 'closed' | 'open' | 'busy' | 'failed'

/** Puts text, looks and addresses of a letter on the writing page; a draft there becomes a version first. */
export function WriteAgain({ letter }: { letter: LetterDetail }) {
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState<Asking>('closed')
  const [others, setOthers] = useState(0)

  async function ask() {
    const { is, others } = await findDraftConflict(letter)
    if (is === 'itself') return navigate('/write')
    if (is === 'nothing') return write()
    setOthers(others)
    setAsking('open')
  }
  async function write() {
    setAsking((before) => (before === 'open' ? 'busy' : before))
    const isThere = await replaceDraft(letter, Date.now())
    if (isThere) navigate('/write')
    else setAsking('failed')
  }

  return (
    <>
      <Button
        kind={isMain(letter) ? 'primary' : 'quiet'}
        className={isMain(letter) ? '' : (styles.edge ?? '')}
        onClick={() => void ask()}
      >
        {letter.state === 'frozen' && !letter.againOf ? 'Seguir escribiendo' : 'Escribir otra como esta'}
      </Button>
      {asking !== 'closed' && (
        <FormDialog
          title="Ya tiene una carta empezada"
          words="Continuar"
          busyWords="Continuar"
          leave="Cancelar"
          isBusy={asking === 'busy'}
          isOver={asking === 'failed'}
          error={asking === 'failed' && notKept}
          onSubmit={() => void write()}
          onClose={() => setAsking('closed')}
        >
          <p>
            Si continúa, en la página de escribir verá esta carta. La que tiene empezada no se pierde: queda
            guardada en este equipo y puede traerla de vuelta con el botón «Recuperar».
          </p>
          {others > 0 && (
            <p>
              La que tiene empezada va a{' '}
              {count(
                others,
                'destinatario más, que se quita de la lista',
                'destinatarios más, que se quitan de la lista',
              )}
              .
            </p>
          )}
        </FormDialog>
      )}
    </>
  )
}

/** Stores text and looks of a letter as a template (design/writing.md#templates). */
export function KeepAsTemplate({ letter }: { letter: LetterDetail }) {
  const dialog = useLazy(async () => ({ default: (await import('../write/keep-dialog.tsx')).KeepDialog }))
  const [kept, setKept] = useState<string>()

  function open() {
    setKept(undefined)
    dialog.open()
  }
  return (
    <>
      <Button kind="quiet" className={styles.edge ?? ''} aria-haspopup="dialog" onClick={open}>
        Guardar como plantilla
      </Button>
      {dialog.isMissing && <FormMissing />}
      {kept !== undefined && (
        <Notice kind="success">
          Guardada: «{kept}». La encontrará en «Plantillas», en la página de escribir.
        </Notice>
      )}
      {dialog.Loaded && (
        <dialog.Loaded
          letter={letter}
          onKept={(name) => {
            flushSync(dialog.close) // the dialog must return the focus to its button first
            setKept(name)
          }}
          onClose={dialog.close}
        />
      )}
    </>
  )
}
