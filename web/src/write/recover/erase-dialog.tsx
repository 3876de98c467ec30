import { useState } from 'react'
import { useSignedIn } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Desk } from '../first-editor.ts'
import { eraseLetter } from './erase-letter.ts'
import styles from './recover.module.css'

type State = 'asking' | 'busy' | 'failed' | 'only-here'

/** Borrar borrador, for computers that others use too: it asks first, for nothing of it can be undone. */
export default function EraseDialog({
  desk,
  onErased,
  onClose,
}: {
  desk: Desk
  onErased: () => void
  onClose: () => void
}) {
  const [state, setState] = useState<State>('asking')
  const isSignedIn = useSignedIn()
  async function erase() {
    setState('busy')
    const outcome = await eraseLetter(desk)
    if (outcome === 'erased') onErased()
    else setState(outcome)
  }
  return (
    <Modal isOpen title="¿Borrar el borrador?" closesOnOverlay={false} onClose={onClose}>
      <div className={styles.body}>
        <p>
          Se borrarán de este equipo la carta, todas sus versiones, sus imágenes y las direcciones
          {isSignedIn ? '; y de su cuenta, este borrador' : ''}. No se puede deshacer. Las cartas que ya ha
          enviado no cambian.
        </p>
        {/* Nobody may reach into an account without a session, so the page must not promise it. */}
        {!isSignedIn && (
          <p>
            Si escribió con la sesión iniciada, queda una copia en su cuenta: para borrarla también, inicie
            sesión antes.
          </p>
        )}
        {state === 'only-here' && (
          <Notice kind="error">
            Se ha borrado de este equipo, pero sigue en su cuenta: no hay conexión con el servidor.
          </Notice>
        )}
        {state === 'failed' && (
          <Notice kind="error">
            No se ha podido borrar todo. Inténtelo de nuevo o borre los datos de este sitio en los ajustes del
            navegador.
          </Notice>
        )}
        <div className={styles.actions}>
          {state === 'only-here' ? (
            <Button onClick={onErased}>Entendido</Button>
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
        </div>
      </div>
    </Modal>
  )
}
