import { Field } from './field.tsx'

/** The password one has, as password managers look for it. */
export const PasswordField = ({
  label = 'Contraseña',
  value,
  onChange,
  readOnly = false,
}: {
  label?: string
  value: string
  onChange: (value: string) => void
  readOnly?: boolean
}) => (
  <Field
    label={label}
    name="password"
    type="password"
    value={value}
    onChange={onChange}
    autoComplete="current-password"
    required
    readOnly={readOnly}
  />
)
