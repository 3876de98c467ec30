import { useState } from 'react'
import { sandboxCredential } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import styles from './sandbox-button.module.css'
import type { SocialButtonProps } from './social-button.tsx'

/** Replaces the provider's window in the sandbox: asks for the e-mail of the account. */
export function SandboxButton({ nonce, onCredential, onMissing }: SocialButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function choose({ 'sandbox-email': email = '' }: Record<string, string>) {
    setBusy(true)
    const answer = await sandboxCredential(email, nonce)
    setBusy(false)
    setError(answer.ok ? undefined : answer.detail)
    if (!answer.ok && answer.detail) return
    setOpen(false)
    if (answer.ok) onCredential(answer.body.credential)
    else onMissing()
  }

  return (
    <>
      <Button kind="secondary" className={styles.button} onClick={() => setOpen(true)}>
        Continuar con Google (modo de pruebas)
      </Button>
      {isOpen && (
        <FormDialog
          title="Cuenta de pruebas"
          words="Continuar"
          busyWords="Continuar"
          leave="Cancelar"
          maxWidth="450px"
          isBusy={isBusy}
          error={undefined}
          onSubmit={(written) => void choose(written)}
          onInput={() => setError(undefined)}
          onClose={() => setOpen(false)}
        >
          <Field
            label="Correo electrónico"
            name="sandbox-email"
            type="email"
            error={error}
            hint="Cualquiera que termine en @ejemplo.test, por ejemplo ana@ejemplo.test."
            required
          />
        </FormDialog>
      )}
    </>
  )
}
