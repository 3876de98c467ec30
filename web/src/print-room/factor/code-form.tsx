import { useState, type FormEvent } from 'react'
import type { Answer } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './factor.module.css'
import type { FactorForm } from './use-factor-form.ts'

/** Six digits of an application. */
export function CodeForm({
  factorForm: { isBusy, give, forget },
  call,
}: {
  factorForm: FactorForm
  call: (code: string) => Promise<Answer<unknown>>
}) {
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const digits = code.replaceAll(/\s/g, '')
  const isWhole = /^\d{6}$/.test(digits)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isWhole) return forget()
    setCode('')
    setTried(false)
    void give(() => call(digits))
  }
  return (
    <form className={styles.part} onSubmit={submit} noValidate>
      <Field
        label="Código de su aplicación"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={setCode}
        readOnly={isBusy}
        {...(isTried && !isWhole && { error: 'Escriba las seis cifras que ve en su aplicación.' })}
      />
      <Actions at="start">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Comprobando...' : 'Confirmar el código'}
        </Button>
      </Actions>
    </form>
  )
}
