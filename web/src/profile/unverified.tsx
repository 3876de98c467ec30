import { useState } from 'react'
import { requestVerification } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** The quiet reminder of design.md#unverified-email: nothing is blocked by it. */
export function Unverified({ email }: { email: string }) {
  const [state, setState] = useState<'open' | 'asking' | 'sent' | 'failed'>('open')

  async function ask() {
    setState('asking')
    const answer = await requestVerification(email)
    setState(answer.ok ? 'sent' : 'failed')
  }

  if (state === 'sent')
    return (
      <Notice kind="success" takesFocus>
        Le hemos enviado un enlace nuevo. Mire también en el correo no deseado.
      </Notice>
    )
  if (state === 'failed')
    return (
      <Notice kind="error" takesFocus>
        No se ha podido enviar el enlace. Inténtelo de nuevo más tarde.
      </Notice>
    )
  return (
    <Notice kind="info">
      Su correo electrónico está sin verificar.{' '}
      <Button kind="quiet" isBusy={state === 'asking'} onClick={() => void ask()}>
        Enviar un enlace nuevo
      </Button>
    </Notice>
  )
}
