import { useId, useRef, useState, type FormEvent } from 'react'
import { Captcha, type CaptchaHandle } from '../../outside/captcha.tsx'
import { Button } from '../../ui/button.tsx'
import { focusFirst } from '../../ui/take-focus.ts'
import { useConfig } from '../../use-config.ts'
import styles from '../auth-page.module.css'
import { requestCode } from './code-calls.ts'
import { EmailField } from '../email-field.tsx'

const fallback = 'No se ha podido enviar el código. Compruebe su conexión e inténtelo de nuevo más tarde.'

export function AskForCode({
  email,
  onEmail,
  onError,
  onSent,
}: {
  email: string
  onEmail: (email: string) => void
  onError: (message: string | undefined) => void
  onSent: () => void
}) {
  const config = useConfig()
  const form = useId()
  const captcha = useRef<CaptchaHandle>(null)
  const [solved, setSolved] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    onError(undefined)
    // A password manager that submits the form itself is not stopped by the disabled button.
    if (!solved) return onError('Por favor, complete la verificación.')
    setBusy(true)
    const answer = await requestCode(email, solved)
    setBusy(false)
    if (answer.ok) return onSent()
    onError(answer.detail ?? fallback)
    captcha.current?.reset()
    setSolved(null)
  }
  return (
    <div className={styles.form}>
      <p>Le enviaremos un código de seis cifras. Si aún no tiene cuenta, se la abrimos con él.</p>
      <form
        id={form}
        ref={focusFirst}
        method="dialog"
        className={styles.form}
        onSubmit={(event) => void submit(event)}
      >
        <EmailField value={email} onChange={onEmail} />
      </form>
      <Captcha ref={captcha} config={config} onAnswer={setSolved} isAutomatic />
      <Button type="submit" form={form} isBusy={isBusy} disabled={!solved} className={styles.submit}>
        {isBusy ? 'Procesando...' : 'Enviarme un código'}
      </Button>
    </div>
  )
}
