import { checkPassword, passwordHint } from '@lacre/letter/words.ts'
import { type FormEvent, useState } from 'react'
import { detailOf, forgotPassword } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Notice } from '../ui/notice.tsx'
import { NewPasswordFields, PasswordField } from '../ui/password-fields.tsx'
import { changePassword } from './own-data.tsx'
import styles from './profile.module.css'

/** `onChanged` gets the server's own sentence. */
function ChangePasswordDialog({
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

type State = 'idle' | 'open' | 'asking' | 'sent' | { changed: string } | { failed: string }

const noLink = 'No se ha podido enviar el enlace. Inténtelo de nuevo más tarde.'

/** Another password, or the first one, which comes through the mailbox (design.md#password-change). */
export function ChangePassword({
  hasPassword,
  email,
  onChanged,
}: {
  hasPassword: boolean
  email: string
  onChanged: () => void
}) {
  const [state, setState] = useState<State>('idle')

  async function askForLink() {
    setState('asking')
    const answer = await forgotPassword(email)
    setState(answer.ok ? 'sent' : { failed: answer.detail ?? noLink })
  }
  function onDone(message: string) {
    setState({ changed: message })
    onChanged()
  }
  return (
    <>
      <h2>Contraseña</h2>
      {typeof state === 'object' && 'changed' in state && (
        <Notice kind="success" takesFocus>
          {state.changed}
        </Notice>
      )}
      {typeof state === 'object' && 'failed' in state && <Notice kind="error">{state.failed}</Notice>}
      {state === 'sent' && (
        <Notice kind="success" takesFocus>
          Le hemos enviado un enlace para elegir una contraseña. Mire también en el correo no deseado.
        </Notice>
      )}
      {hasPassword && (
        <Button kind="secondary" onClick={() => setState('open')}>
          Cambiar la contraseña
        </Button>
      )}
      {!hasPassword && state !== 'sent' && (
        <>
          <p>
            Su cuenta no tiene contraseña. Si quiere una, la elige con un enlace que le enviamos por correo.
          </p>
          <Button kind="secondary" isBusy={state === 'asking'} onClick={() => void askForLink()}>
            {state === 'asking' ? 'Enviando...' : 'Enviar el enlace'}
          </Button>
        </>
      )}
      {state === 'open' && (
        <ChangePasswordDialog email={email} onChanged={onDone} onClose={() => setState('idle')} />
      )}
    </>
  )
}
