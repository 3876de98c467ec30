import { useState } from 'react'
import type { Message } from '@lacre/letter/calls.ts'
import { ask, detailOf } from '../../api.ts'
import { useSignedIn } from '../../session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Title } from '../../ui/display/title.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../registered.module.css'
import { IncompleteLink } from '../mailed-link/incomplete-link.tsx'
import { useTokenInAddress } from '../mailed-link/token-in-address.ts'

const noToken = 'El enlace está incompleto. Ábralo de nuevo desde el mensaje.'

/** Somebody is invited to the print room (design.md#operators-by-invitation). Opening the link does nothing yet. */
export default function Invitation() {
  const isSignedIn = useSignedIn()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const link = useTokenInAddress()

  async function accept(token: string) {
    setBusy(true)
    setError(undefined)
    const answer = await ask<Message>({ path: '/operator/invitation', body: { token }, bearer: true })
    // By a new page: what this one knew of the account, its menu for one, is not so any more.
    if (answer.ok) return location.assign('/print-room')
    setBusy(false)
    setError(detailOf(answer))
  }
  return (
    <section className={styles.panel}>
      <Title>Invitación a la imprenta</Title>
      <IncompleteLink token={link}>{noToken}</IncompleteLink>
      {error && (
        <Notice kind="error" takesFocus>
          {error}
        </Notice>
      )}
      {isSignedIn ? (
        <>
          <p>
            La invitación es personal: vale para la cuenta de la dirección invitada. Al entrar por primera vez
            se le pedirá un segundo paso de seguridad.
          </p>
          {link.is === 'given' && (
            <Button isBusy={isBusy} onClick={() => void accept(link.token)}>
              {isBusy ? 'Procesando...' : 'Aceptar la invitación'}
            </Button>
          )}
        </>
      ) : (
        <>
          <p>
            Inicie sesión con la dirección invitada, o cree con ella una cuenta y confírmela. Después, abra de
            nuevo este enlace.
          </p>
          <Actions at="center">
            <ButtonLink href="/login">Iniciar sesión</ButtonLink>
            <ButtonLink href="/register" kind="secondary">
              Crear una cuenta
            </ButtonLink>
          </Actions>
        </>
      )}
    </section>
  )
}
