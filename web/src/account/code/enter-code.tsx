import { readCode } from '@lacre/letter/accounts/written.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirst } from '../../ui/take-focus.ts'
import styles from '../auth-page.module.css'
import { enterCode } from './code-calls.ts'
import { enter } from '../enter.ts'
import { meantEmail } from '../meant-email.ts'

const fallback = 'No se ha podido iniciar sesión. Compruebe su conexión e inténtelo de nuevo más tarde.'

export function EnterCode({
  email,
  onError,
  onEntered,
}: {
  email: string
  onError: (message: string | undefined) => void
  onEntered: () => void
}) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const meant = meantEmail(email)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    onError(undefined)
    const entered = enter(await enterCode(email, readCode(code)), fallback)
    setBusy(false)
    if (entered === 'entered') onEntered()
    else onError(entered.refused)
  }
  return (
    <form ref={focusFirst} method="dialog" className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>
        Hemos enviado un código a <strong className={styles.address}>{email}</strong>. Mire también en el
        correo no deseado.{meant && ` ¿Quería decir ${meant}? Pida otro código.`}
      </p>
      <Field
        label="Código"
        hint={`Seis cifras. Sirve durante ${durationWords(validFor.signInCode)} y solo en este navegador.`}
        name="code"
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={200}
        required
      />
      <Button type="submit" isBusy={isBusy} className={styles.submit}>
        {isBusy ? 'Procesando...' : 'Entrar'}
      </Button>
    </form>
  )
}
