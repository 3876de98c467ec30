import { useState, type FormEvent } from 'react'
import { detailOf } from '../api.ts'
import { checkPassword, passwordHint } from '@lacre/letter/words.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog/modal.tsx'
import { Actions } from '../ui/display/actions.tsx'
import { NewPasswordFields } from '../ui/new-password-fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { changePassword } from './data-calls.ts'
import styles from './profile.module.css'

/** `onChanged` gets the server's own sentence. */
export function ChangePasswordDialog({
  email,
  onChanged,
  onClose,
}: {
  email: string
  onChanged: (message: string) => void
  onClose: () => void
}) {
  const [current, setCurrent] = useState('')
  const [chosen, setChosen] = useState({ password: '', confirmation: '' })
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  async function change(event: FormEvent) {
    event.preventDefault()
    const wrong = checkPassword(chosen.password, chosen.confirmation)
    setRefused(wrong)
    if (wrong || isBusy) return
    setBusy(true)
    const answer = await changePassword({ current_password: current, password: chosen.password })
    setBusy(false)
    if (answer.ok) onChanged(answer.body.message)
    else setRefused(detailOf(answer))
  }
  return (
    <Modal isOpen onClose={() => isBusy || onClose()} title="Cambiar la contraseña" closesOnOverlay={false}>
      <form className={styles.dialog} onSubmit={(event) => void change(event)}>
        <p>Se cerrarán todas las demás sesiones.</p>
        {/* Whose password it is, for password managers. */}
        <input hidden type="email" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField label="Contraseña actual" value={current} onChange={setCurrent} readOnly={isBusy} />
        <NewPasswordFields
          label="Contraseña nueva"
          hint={passwordHint}
          value={chosen}
          onChange={setChosen}
          readOnly={isBusy}
        />
        {refused && <Notice kind="error">{refused}</Notice>}
        <Actions>
          <Button kind="secondary" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? 'Guardando...' : 'Guardar la contraseña'}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}
