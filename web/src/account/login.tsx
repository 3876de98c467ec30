import { useState, type FormEvent } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { login } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth-page.module.css'
import { EmailField } from './email-field.tsx'
import { enter } from './enter.ts'
import { SocialSignIn } from './social-sign-in.tsx'

/** Why somebody was sent here, by the `motivo` of the address (design.md#expired-session). */
const reasons: Record<string, string> = {
  sesion: 'Su sesión ha caducado. Inicie sesión de nuevo para continuar: su carta está guardada.',
}

export default function Login() {
  const [, navigate] = useLocation()
  const reason = new URLSearchParams(useSearch()).get('motivo')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const entered = enter(await login({ email, password }), 'Login failed')
    setBusy(false)
    if (entered === 'entered') navigate('/write')
    else setError(entered.refused)
  }

  return (
    <AuthPage title="Iniciar sesión" error={error} notice={reason ? reasons[reason] : undefined}>
      <SocialSignIn purpose="login" onError={setError} />
      {/* method="dialog": before React is there, a submit goes nowhere, least of all with a password in the address. */}
      <form method="dialog" className={styles.form} onSubmit={(event) => void submit(event)}>
        <EmailField value={email} onChange={setEmail} />
        <Field
          label="Contraseña"
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          required
        />
        <Button type="submit" isBusy={isBusy} className={styles.submit}>
          {isBusy ? 'Procesando...' : 'Iniciar sesión'}
        </Button>
      </form>
      <div className={styles.aside}>
        <p>
          ¿Aún no tiene cuenta? <Link href="/register">Registrate aqui</Link>
        </p>
        <p>
          <Link href="/forgot-password">He olvidado mi contraseña</Link>
        </p>
      </div>
    </AuthPage>
  )
}
