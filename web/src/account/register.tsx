import { useId, useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { register } from '../api.ts'
import { passwordHint } from '@lacre/letter/words.ts'
import { Captcha, type CaptchaHandle } from '../outside/captcha.tsx'
import { Button } from '../ui/button.tsx'
import { NewPasswordFields } from '../ui/password-fields.tsx'
import { focusFirst } from '../ui/take-focus.ts'
import { useConfig } from '../use-config.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './auth-page.module.css'
import { checkRegistration } from './check-registration.ts'
import { CodeSignIn } from './code/code-sign-in.tsx'
import { useCodeWay } from './code/code-way.ts'
import { EmailField } from './email-field.tsx'
import { enter } from './enter.ts'
import { Registered } from './registered.tsx'
import { SocialSignIn } from './social-sign-in.tsx'
import { letterWaits, useWaitingLetter } from './waiting-letter.ts'

const fallback = 'Ocurrió un error durante el registro. Por favor, inténtelo de nuevo más tarde.'

export default function Register() {
  const config = useConfig()
  const form = useId()
  const captcha = useRef<CaptchaHandle>(null)
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState({ password: '', confirmation: '' })
  const [answer, setAnswer] = useState<string | null>(null)
  const [state, setState] = useState<'form' | 'submitting' | 'registered'>('form')
  const [error, setError] = useState<string>()
  const code = useCodeWay(setError)
  const notice = useWaitingLetter() ? letterWaits : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    const refused = checkRegistration(chosen.password, chosen.confirmation, answer)
    setError(refused)
    if (refused) return

    setState('submitting')
    const entered = enter(
      await register({ email, password: chosen.password, recaptcha_token: answer ?? '' }),
      fallback,
    )
    if (entered === 'entered') return setState('registered')
    setState('form')
    setError(entered.refused)
    // An answer is worth one attempt (specification, section 4).
    captcha.current?.reset()
    setAnswer(null)
  }

  if (state === 'registered') return <Registered email={email} />
  const isBusy = state === 'submitting'
  if (code.isOpen)
    return (
      <AuthPage title="Crear cuenta" error={error} notice={notice}>
        <CodeSignIn sentTo={code.sentTo} onError={setError} onLeave={code.leave} />
      </AuthPage>
    )
  return (
    <AuthPage title="Crear cuenta" error={error} notice={notice}>
      <SocialSignIn purpose="register" onError={setError} onCode={code.open} />
      <div className={styles.form}>
        <form
          ref={code.hasLeft ? focusFirst : undefined}
          id={form}
          method="dialog"
          className={styles.form}
          onSubmit={(event) => void submit(event)}
        >
          <EmailField value={email} onChange={setEmail} />
          <NewPasswordFields hint={passwordHint} value={chosen} onChange={setChosen} />
        </form>
        {/* Beside the form, not in it: a widget's own required box would speak before the rules and their order. */}
        <Captcha ref={captcha} config={config} onAnswer={setAnswer} />
        <Button type="submit" form={form} isBusy={isBusy} disabled={!answer} className={styles.submit}>
          {isBusy ? 'Procesando...' : 'Crear cuenta'}
        </Button>
      </div>
      <p className={styles.aside}>
        ¿Ya tiene cuenta? <Link href="/login">Inicia sesión aqui</Link>
      </p>
    </AuthPage>
  )
}
