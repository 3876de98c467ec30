import { useState } from 'react'
import type { EditorSession } from '../drafts/editor-session.ts'
import { eraseInAccount } from '../drafts/erasures.ts'
import { holdsLetters } from '../drafts/tabs.ts'
import { token, useSignedIn } from '../session.ts'
import { clearLetter } from '../storage.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './recover.module.css'
import { forgetReply } from './reply-notice.tsx'

/**
 * Erases the letter, its versions and the addresses from this browser, and the letter from the account.
 * `later`: from the account once it is reachable. `failed`: something may have stayed here.
 */
async function eraseLetter(session: EditorSession): Promise<'erased' | 'erased-here' | 'later' | 'failed'> {
  session.drop()
  forgetReply()
  try {
    clearLetter()
    const store = await session.openedStore()
    // The database exists, but its code did not load.
    if (!store && (await holdsLetters())) return 'failed'
    const copy = await store?.erase()
    // Again: another tab may have written meanwhile.
    clearLetter()
    session.show('')
    if (!copy || token() === undefined) return 'erased-here'
    return (await eraseInAccount(copy.id)) ? 'erased' : 'later'
  } catch {
    return 'failed'
  }
}

type State = 'asking' | 'busy' | 'failed' | 'later'
export type Erased = 'here' | 'everywhere'

/** Borrar borrador, for shared computers. It asks first, because it cannot be undone. */
export default function EraseDialog({
  session,
  onErased,
  onClose,
}: {
  session: EditorSession
  onErased: (where: Erased) => void
  onClose: () => void
}) {
  const [state, setState] = useState<State>('asking')
  const isSignedIn = useSignedIn()
  async function erase() {
    setState('busy')
    const outcome = await eraseLetter(session)
    if (outcome === 'erased') onErased('everywhere')
    else if (outcome === 'erased-here') onErased('here')
    else setState(outcome)
  }
  const close = state === 'later' ? () => onErased('here') : onClose
  return (
    <Modal isOpen title="¿Borrar el borrador?" closesOnOverlay={false} onClose={close}>
      <div className={`stack ${styles.body}`}>
        {state !== 'later' && (
          <p>
            Se borran este borrador{isSignedIn && ', también de su cuenta'}, todas sus versiones y las
            direcciones. Las cartas enviadas no cambian. No se puede deshacer.
          </p>
        )}
        {/* Without a session the account cannot be reached, so the page must not promise it. */}
        {!isSignedIn && (
          <p>
            Si escribió con la sesión iniciada, queda una copia en su cuenta: para borrarla también, inicie
            sesión antes.
          </p>
        )}
        {state === 'later' && (
          <Notice kind="info">
            Se ha borrado de este equipo, pero sigue en su cuenta: no hay conexión con el servidor. De su
            cuenta se borrará en cuanto la haya y este sitio esté abierto, también si antes cierra el
            navegador. Hasta entonces no cierre la sesión en este equipo.
          </Notice>
        )}
        {state === 'failed' && (
          <Notice kind="error">
            No se ha podido borrar todo. Inténtelo de nuevo o borre los datos de este sitio en los ajustes del
            navegador.
          </Notice>
        )}
        <Actions>
          {state === 'later' ? (
            <Button onClick={close}>Entendido</Button>
          ) : (
            <>
              <Button kind="secondary" onClick={onClose}>
                Cancelar
              </Button>
              <Button isBusy={state === 'busy'} onClick={() => void erase()}>
                Borrar borrador
              </Button>
            </>
          )}
        </Actions>
      </div>
    </Modal>
  )
}
