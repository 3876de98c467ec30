import { useId, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { login } from '../api.ts'
import { Captcha, useCaptcha } from '../outside/captcha.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-fields.tsx'
import { focusFirst } from '../ui/take-focus.ts'
import { useAfterSignIn, useLeaveIfSignedIn } from '../use-sign-in.ts'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { CodeSignIn, useCodeWay } from './code-sign-in.tsx'
import { EmailField } from './email-field.tsx'
import { enter, letterWaits, useWaitingLetter } from './enter.ts'
import { SocialSignIn } from './social-sign-in.tsx'

/** Reasons of a redirect to /login, by `motivo` in the query (design/sending.md#expired-session). */
const reasons = new Map([
  ['sesion', 'Su sesión ha caducado. Inicie sesión de nuevo para continuar: su carta está guardada.'],
])

export default function Login() {
  const [, navigate] = useLocation()
  const next = useAfterSignIn()
  const form = useId()
  const reason = new URLSearchParams(useSearch()).get('motivo')
  // A captcha lifts the limit per network, not the limit per account (design/accounts.md#limits-per-account).
  const [isCaptchaAsked, askForCaptcha] = useState(false)
  const captcha = useCaptcha()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isLetterWaiting = useWaitingLetter()
  const code = useCodeWay(setError, isLetterWaiting)
  useLeaveIfSignedIn()

  async function submit({ email = '', password = '' }: Record<string, string>) {
    setBusy(true)
    setError(undefined)
    const answer = await login({
      email,
      password,
      ...(captcha.answer && { recaptcha_token: captcha.answer }),
    })
    const entered = enter(answer, 'Login failed')
    setBusy(false)
    if (entered === 'entered')
      return navigate(answer.ok && answer.body.only_paid_letters ? '/my-letters' : next)
    setError(entered.refused)
    if (!answer.ok && answer.code?.startsWith('too-many')) askForCaptcha(answer.code === 'too-many-tries')
    captcha.reset()
  }

  const send = (
    <Button
      type="submit"
      form={form}
      isBusy={isBusy}
      disabled={isCaptchaAsked && !captcha.answer}
      className={styles.submit}
    >
      {isBusy ? 'Procesando...' : 'Iniciar sesión'}
    </Button>
  )
  const notice = reason ? reasons.get(reason) : isLetterWaiting ? letterWaits : undefined
  const links = (
    <div className={`quiet ${styles.aside}`}>
      <p>
        ¿Aún no tiene cuenta? <Link href="/register">Registrate aqui</Link>
      </p>
      <p>
        <Link href="/forgot-password">He olvidado mi contraseña</Link>
      </p>
    </div>
  )
  if (code.isOpen)
    return (
      <AuthPage title="Iniciar sesión" error={error} notice={notice}>
        <CodeSignIn sentTo={code.sentTo} onError={setError} onLeave={code.leave} />
        {isLetterWaiting && (
          <>
            <SocialSignIn purpose="login" onError={setError} />
            {links}
          </>
        )}
      </AuthPage>
    )
  return (
    <AuthPage title="Iniciar sesión" error={error} notice={notice}>
      <SocialSignIn purpose="login" onError={setError} onCode={code.open} />
      <Form ref={code.hasLeft ? focusFirst : undefined} id={form} onSubmit={submit}>
        <EmailField />
        <PasswordField />
        {!isCaptchaAsked && send}
      </Form>
      {isCaptchaAsked && (
        <div className="stack">
          <p>Si resuelve esta comprobación, no tiene que esperar.</p>
          <Captcha {...captcha.given} />
          {send}
        </div>
      )}
      {links}
    </AuthPage>
  )
}
