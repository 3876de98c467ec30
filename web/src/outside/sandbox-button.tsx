import { useState, type FormEvent } from 'react'
import { sandboxCredential } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Modal } from '../ui/dialog.tsx'
import styles from './sandbox-button.module.css'
import type { SocialButtonProps } from './social-button.tsx'

/** Stands for the provider's own window while there is no key: it asks who one would like to be. */
export function SandboxButton({ nonce, onCredential, onMissing }: SocialButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()

  async function choose(event: FormEvent) {
    event.preventDefault()
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
      <Modal
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Cuenta de pruebas"
        closesOnOverlay={false}
        maxWidth="450px"
      >
        <form className={styles.form} onSubmit={(event) => void choose(event)}>
          <Field
            label="Correo electrónico"
            name="sandbox-email"
            type="email"
            value={email}
            onChange={(value) => {
              setEmail(value)
              setError(undefined)
            }}
            {...(error && { error })}
            hint="Cualquiera que termine en @ejemplo.test, por ejemplo ana@ejemplo.test."
            required
          />
          <Actions>
            <Button kind="secondary" onClick={() => setOpen(false)}>
              Cancelar
            </Button>
            <Button type="submit" isBusy={isBusy}>
              Continuar
            </Button>
          </Actions>
        </form>
      </Modal>
    </>
  )
}
