import { useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/display/actions.tsx'
import { Field } from '../ui/field.tsx'
import { Modal } from '../ui/dialog/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { deleteAccount } from './data-calls.ts'
import styles from './profile.module.css'

type Erasing = { is: 'asking' | 'busy' } | { is: 'refused'; detail: string }

const word = 'BORRAR'
const noNetwork = 'No hay conexión con el servidor y no hemos borrado nada. Inténtelo de nuevo.'

/** Says what goes and what stays, and asks for two things nobody does by accident. */
export function EraseDialog({
  hasPassword,
  onErased,
  onClose,
}: {
  hasPassword: boolean
  onErased: () => void
  onClose: () => void
}) {
  const [erasing, setErasing] = useState<Erasing>({ is: 'asking' })
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [isAsked, ask] = useState(false)
  const isBusy = erasing.is === 'busy'
  const wrongWord = isAsked && confirmation !== word ? `Escriba ${word}, en mayúsculas.` : undefined

  async function erase(event: FormEvent) {
    event.preventDefault()
    ask(true)
    if (isBusy || confirmation !== word) return
    setErasing({ is: 'busy' })
    const answer = await deleteAccount({ confirmation: word, ...(hasPassword && { password }) })
    if (answer.ok) onErased()
    else setErasing({ is: 'refused', detail: answer.detail ?? noNetwork })
  }

  return (
    <Modal isOpen onClose={() => isBusy || onClose()} title="Borrar mi cuenta" closesOnOverlay={false}>
      <form className={styles.dialog} onSubmit={(event) => void erase(event)}>
        <p>
          Se borran para siempre su correo, su contraseña, sus sesiones, su libreta de direcciones, sus
          plantillas, la firma que haya guardado en la cuenta y el texto, las direcciones y las páginas de
          todas sus cartas. Nadie podrá recuperarlos, nosotros tampoco. Lo que haya en este equipo sin enviar,
          también una firma, sigue en él.
        </p>
        <p>
          Solo se conservan las fechas y los importes de lo que pagó, y las facturas que haya pedido con su
          NIF, porque la ley obliga a guardarlos. Sin esas facturas, nada de ello dice quién es usted.
        </p>
        {hasPassword && <PasswordField value={password} onChange={setPassword} readOnly={isBusy} />}
        <Field
          label={`Escriba ${word} para confirmarlo`}
          name="confirmation"
          autoComplete="off"
          value={confirmation}
          onChange={setConfirmation}
          readOnly={isBusy}
          {...(wrongWord && { error: wrongWord })}
        />
        {erasing.is === 'refused' && <Notice kind="error">{erasing.detail}</Notice>}
        <Actions>
          <Button kind="secondary" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? 'Borrando...' : 'Borrar para siempre'}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}
