import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { register } from '../api.ts'
import { Captcha, useCaptcha } from '../outside/captcha.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Title } from '../ui/display.tsx'
import { Form } from '../ui/field.tsx'
import { checkPassword, NewPasswordFields } from '../ui/password-fields.tsx'
import { focusFirst, takeFocus } from '../ui/take-focus.ts'
import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './auth-page.module.css'
import { AuthPage } from './auth-page.tsx'
import { CodeSignIn, useCodeWay } from './code-sign-in.tsx'
import { EmailField } from './email-field.tsx'
import { enter, letterWaits, useWaitingLetter } from './enter.ts'
import { SocialSignIn } from './social-sign-in.tsx'

/** The first rule that a registration breaks. `answer` is the captcha's. */
export function checkRegistration(
  password: string,
  confirmation: string,
  answer: string | null,
): string | undefined {
  const refused = checkPassword(password, confirmation)
  if (refused) return refused
  return answer ? undefined : 'Por favor, complete la verificación de reCAPTCHA'
}

/** Replaces the form and takes the focus (specification, section 2). */
const Registered = ({ email }: { email: string }) => (
  <section className={`stack sheet centred ${styles.panel}`}>
    <WaxSeal size={72} />
    <Title ref={takeFocus} tabIndex={-1}>
      ¡Registro exitoso!
    </Title>
    <h2 className={`subtitle ${styles.next}`}>Verifica tu correo electrónico</h2>
    <p>
      Hemos enviado un mensaje de verificación a <strong>{email}</strong>. Ábralo y pulse el enlace para
      confirmar su cuenta. Si lo abre en otro dispositivo, le pediremos su contraseña.
    </p>
    <p className="quiet">Si no lo encuentra, mire en la carpeta de correo no deseado (spam).</p>
    <ButtonLink href="/login">Ir a Iniciar sesión</ButtonLink>
  </section>
)

const fallback = 'Ocurrió un error durante el registro. Por favor, inténtelo de nuevo más tarde.'

export default function Register() {
  const form = useId()
  const captcha = useCaptcha()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [state, setState] = useState<'form' | 'submitting' | 'registered'>('form')
  const [error, setError] = useState<string>()
  const code = useCodeWay(setError)
  const notice = useWaitingLetter() ? letterWaits : undefined

  async function submit({ email = '', password = '', confirmation = '' }: Record<string, string>) {
    setWrong(checkPassword(password, confirmation))
    const refused = checkRegistration(password, confirmation, captcha.answer)
    flushSync(() => setError(undefined)) // mounts the same error anew, which scrolls to it
    setError(refused)
    if (refused) return

    setEmail(email)
    setState('submitting')
    const entered = enter(
      await register({ email, password, recaptcha_token: captcha.answer ?? '' }),
      fallback,
    )
    if (entered === 'entered') return setState('registered')
    setState('form')
    setError(entered.refused)
    captcha.reset()
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
      <div className="stack">
        <Form ref={code.hasLeft ? focusFirst : undefined} id={form} onSubmit={submit}>
          <EmailField />
          <NewPasswordFields error={wrong} />
        </Form>
        {/* Outside the form: a required field of the widget would be validated before our rules. */}
        <Captcha {...captcha.given} />
        <Button
          type="submit"
          form={form}
          isBusy={isBusy}
          disabled={!captcha.answer}
          className={styles.submit}
        >
          {isBusy ? 'Procesando...' : 'Crear cuenta'}
        </Button>
      </div>
      <p className={`quiet ${styles.aside}`}>
        ¿Ya tiene cuenta? <Link href="/login">Inicia sesión aqui</Link>
      </p>
    </AuthPage>
  )
}
