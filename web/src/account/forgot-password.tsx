import { useState } from 'react'
import { Link } from 'wouter'
import { forgotPassword } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth-page.module.css'
import { EmailField } from './email-field.tsx'

const fallback = 'No se ha podido enviar la solicitud. Compruebe su conexión e inténtelo de nuevo más tarde.'

/** The answer is the same for unknown addresses, so that it does not reveal accounts. */
export default function ForgotPassword() {
  const [state, setState] = useState<'form' | 'submitting' | 'sent'>('form')
  const [error, setError] = useState<string>()

  async function submit({ email = '' }: Record<string, string>) {
    setState('submitting')
    setError(undefined)
    const answer = await forgotPassword(email)
    setState(answer.ok ? 'sent' : 'form')
    if (!answer.ok) setError(answer.detail ?? fallback)
  }

  const isBusy = state === 'submitting'
  return (
    <AuthPage title="Recuperar el acceso" error={error}>
      {state === 'sent' ? (
        <Notice kind="success" takesFocus>
          Si el correo está registrado, recibirá en unos minutos un enlace para elegir una contraseña nueva.
          Mire también en la carpeta de correo no deseado.
        </Notice>
      ) : (
        <Form onSubmit={submit}>
          <EmailField />
          <Button type="submit" isBusy={isBusy} className={styles.submit}>
            {isBusy ? 'Procesando...' : 'Enviar el enlace'}
          </Button>
        </Form>
      )}
      <p className={`quiet ${styles.aside}`}>
        <Link href="/login">Volver a iniciar sesión</Link>
      </p>
    </AuthPage>
  )
}
