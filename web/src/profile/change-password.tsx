import { useState } from 'react'
import { forgotPassword } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

type State = 'idle' | 'open' | 'asking' | 'sent' | { changed: string } | { failed: string }

const noLink = 'No se ha podido enviar el enlace. Inténtelo de nuevo más tarde.'

/** Another password, or the first one, which comes through the mailbox (design.md#password-change). */
export function ChangePassword({
  hasPassword,
  email,
  onChanged,
}: {
  hasPassword: boolean
  email: string
  onChanged: () => void
}) {
  const [state, setState] = useState<State>('idle')

  async function askForLink() {
    setState('asking')
    const answer = await forgotPassword(email)
    setState(answer.ok ? 'sent' : { failed: answer.detail ?? noLink })
  }
  function onDone(message: string) {
    setState({ changed: message })
    onChanged()
  }
  return (
    <>
      <h2>Contraseña</h2>
      {typeof state === 'object' && 'changed' in state && (
        <Notice kind="success" takesFocus>
          {state.changed}
        </Notice>
      )}
      {typeof state === 'object' && 'failed' in state && <Notice kind="error">{state.failed}</Notice>}
      {state === 'sent' && (
        <Notice kind="success" takesFocus>
          Le hemos enviado un enlace para elegir una contraseña. Mire también en el correo no deseado.
        </Notice>
      )}
      {hasPassword && (
        <Button kind="secondary" onClick={() => setState('open')}>
          Cambiar la contraseña
        </Button>
      )}
      {!hasPassword && state !== 'sent' && (
        <>
          <p>
            Su cuenta no tiene contraseña. Si quiere una, la elige con un enlace que le enviamos por correo.
          </p>
          <Button kind="secondary" isBusy={state === 'asking'} onClick={() => void askForLink()}>
            {state === 'asking' ? 'Enviando...' : 'Enviar el enlace'}
          </Button>
        </>
      )}
      {state === 'open' && (
        <ChangePasswordDialog email={email} onChanged={onDone} onClose={() => setState('idle')} />
      )}
    </>
  )
}
