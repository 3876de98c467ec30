import { useState } from 'react'
import { forgotPassword } from '../api.ts'
import { useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { checkPassword, NewPasswordFields, PasswordField } from '../ui/password-fields.tsx'
import { changePassword } from './own-data.tsx'

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
  const [wrong, setWrong] = useState<string>()
  const changing = useCall(changePassword, ({ message }) => onChanged(message))
  const isBusy = changing.isPending

  function change({ current = '', password = '', confirmation = '' }: Record<string, string>) {
    const found = checkPassword(password, confirmation)
    setWrong(found)
    if (!found) changing.mutate({ current_password: current, password })
  }
  return (
    <FormDialog
      title="Cambiar la contraseña"
      words="Guardar la contraseña"
      busyWords="Guardando..."
      leave="Cancelar"
      isBusy={isBusy}
      error={wrong ?? changing.error?.message}
      onSubmit={change}
      onClose={onClose}
    >
      <p>Se cerrarán todas las demás sesiones.</p>
      {/* The account, for password managers. */}
      <input hidden type="email" name="email" autoComplete="username" value={email} readOnly />
      <PasswordField label="Contraseña actual" name="current" readOnly={isBusy} />
      <NewPasswordFields label="Contraseña nueva" readOnly={isBusy} />
    </FormDialog>
  )
}

const noLink = 'No se ha podido enviar el enlace. Inténtelo de nuevo más tarde.'

/** Changes the password, or mails a link to set the first one (design/accounts.md#password-change). */
export function ChangePassword({
  hasPassword,
  email,
  onChanged,
}: {
  hasPassword: boolean
  email: string
  onChanged: () => void
}) {
  const [isOpen, open] = useState(false)
  const [changed, setChanged] = useState<string>()
  const asking = useCall(forgotPassword)
  return (
    <>
      <h2>Contraseña</h2>
      {changed && !isOpen && (
        <Notice kind="success" takesFocus>
          {changed}
        </Notice>
      )}
      {asking.isError && <Notice kind="error">{asking.error.refused.detail ?? noLink}</Notice>}
      {asking.isSuccess && (
        <Notice kind="success" takesFocus>
          Le hemos enviado un enlace para elegir una contraseña. Mire también en el correo no deseado.
        </Notice>
      )}
      {hasPassword && (
        <Button kind="secondary" onClick={() => open(true)}>
          Cambiar la contraseña
        </Button>
      )}
      {!hasPassword && !asking.isSuccess && (
        <>
          <p>
            Su cuenta no tiene contraseña. Si quiere una, la elige con un enlace que le enviamos por correo.
          </p>
          <Button kind="secondary" isBusy={asking.isPending} onClick={() => asking.mutate(email)}>
            {asking.isPending ? 'Enviando...' : 'Enviar el enlace'}
          </Button>
        </>
      )}
      {isOpen && (
        <ChangePasswordDialog
          email={email}
          onChanged={(message) => {
            setChanged(message)
            open(false)
            onChanged()
          }}
          onClose={() => open(false)}
        />
      )}
    </>
  )
}
