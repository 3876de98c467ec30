import { useState } from 'react'
import { Link } from 'wouter'
import { resetPassword } from '../api.ts'
import { dropToken } from '../session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Form } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { checkPassword, NewPasswordFields } from '../ui/password-fields.tsx'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { IncompleteLink, useTokenInAddress } from './mailed-link.tsx'

const fallback =
  'No se ha podido cambiar la contraseña. Compruebe su conexión e inténtelo de nuevo más tarde.'
const noToken = 'El enlace está incompleto. Ábralo de nuevo desde el mensaje o pida otro.'

export default function ResetPassword() {
  const [state, setState] = useState<'form' | 'submitting' | 'changed'>('form')
  const [error, setError] = useState<string>()

  const link = useTokenInAddress()
  const [tries, setTries] = useState(0)

  async function submit({ password = '', confirmation = '' }: Record<string, string>) {
    // Mounts the notice anew, so that it is announced again.
    if (link.is !== 'given') return setTries((before) => before + 1)
    const refused = checkPassword(password, confirmation)
    setError(refused)
    if (refused) return

    setState('submitting')
    const answer = await resetPassword(link.token, password)
    setState(answer.ok ? 'changed' : 'form')
    if (!answer.ok) return setError(answer.detail ?? fallback)
    // A reset ends every session (design/accounts.md#password-reset), also in this browser.
    dropToken()
  }

  const isBusy = state === 'submitting'
  if (state === 'changed')
    return (
      <AuthPage title="Contraseña cambiada">
        <Notice kind="success" takesFocus>
          Ya puede iniciar sesión con su contraseña nueva. Por seguridad, hemos cerrado todas las sesiones
          abiertas.
        </Notice>
        <ButtonLink href="/login">Ir a Iniciar sesión</ButtonLink>
      </AuthPage>
    )
  return (
    <AuthPage title="Elegir una contraseña nueva" error={error}>
      <IncompleteLink key={tries} token={link}>
        {noToken}
      </IncompleteLink>
      <Form onSubmit={submit}>
        <NewPasswordFields label="Contraseña nueva" />
        <Button type="submit" isBusy={isBusy} className={styles.submit}>
          {isBusy ? 'Procesando...' : 'Guardar la contraseña'}
        </Button>
      </Form>
      <p className={`quiet ${styles.aside}`}>
        <Link href="/forgot-password">Pedir otro enlace</Link>
      </p>
    </AuthPage>
  )
}
