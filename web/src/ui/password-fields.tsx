import { Field } from './field.tsx'

/** The password one has, as password managers look for it. */
export const PasswordField = ({
  label = 'Contraseña',
  name = 'password',
  readOnly = false,
}: {
  label?: string
  name?: string
  readOnly?: boolean
}) => (
  <Field
    label={label}
    name={name}
    type="password"
    autoComplete="current-password"
    required
    readOnly={readOnly}
  />
)

/** A password that is chosen, twice. `error` is of both: it stands at the second. */
export function NewPasswordFields({
  label = 'Contraseña',
  name = 'password',
  hint,
  error,
  readOnly = false,
}: {
  label?: string
  name?: string
  hint: string
  error?: string | false | undefined
  readOnly?: boolean
}) {
  const field = { type: 'password', autoComplete: 'new-password', required: true, readOnly }
  return (
    <>
      <Field {...field} name={name} label={label} hint={hint} />
      <Field {...field} name="confirmation" label="Confirmar contraseña" error={error} />
    </>
  )
}
