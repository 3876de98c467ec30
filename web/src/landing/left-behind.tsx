import { useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { takeLostFocus } from '../ui/take-focus.ts'
import styles from './landing.module.css'

type State = 'offered' | 'asking' | 'busy' | 'erased' | 'failed'

/** Just logged out: others may use this device (design.md#after-logging-out). */
export function LeftBehind() {
  const arrival = useHistoryState<{ hasLoggedOut?: true } | null>()
  const [state, setState] = useState<State>('offered')
  if (state === 'offered' && !arrival?.hasLoggedOut) return null

  async function erase() {
    setState('busy')
    const { eraseHere } = await import('./erase-here.ts').catch(() => ({
      eraseHere: () => 'failed' as const,
    }))
    const end = await eraseHere(new Date())
    setState(end)
    // A reload keeps the entry's state, and would offer it again.
    if (end === 'erased') history.replaceState(null, '')
  }
  if (state === 'erased')
    return (
      <Notice kind="success" takesFocus>
        Se han borrado de este equipo los borradores, con las firmas que llevaran, y las direcciones. Lo que
        guardó en su cuenta, también su firma, sigue en ella.
      </Notice>
    )
  if (state === 'failed')
    return (
      <Notice kind="error" takesFocus>
        No se ha podido borrar todo. Borre los datos de este sitio en los ajustes del navegador.
      </Notice>
    )
  return (
    <p className={styles.left}>
      {state === 'offered' ? (
        <>
          Ha cerrado la sesión. ¿Otras personas usan este equipo?{' '}
          <Button kind="quiet" onClick={() => setState('asking')}>
            Borrar de él borradores y direcciones
          </Button>
        </>
      ) : (
        <>
          Se borrarán de este equipo para siempre, con la firma que lleve su carta. Lo que guardó en su cuenta
          sigue en ella.{' '}
          <Button kind="quiet" ref={takeLostFocus} isBusy={state === 'busy'} onClick={() => void erase()}>
            Borrar
          </Button>
          <Button kind="quiet" onClick={() => setState('offered')}>
            Cancelar
          </Button>
        </>
      )}
    </p>
  )
}
