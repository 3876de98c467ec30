import { passwordTooShort, shortestPassword } from '@lacre/letter/words.ts'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** The present password, marked for password managers. */
export const PasswordField = (field: Partial<ComponentProps<typeof Field>>) => (
  <Field
    label="Contraseña"
    name="password"
    type="password"
    autoComplete="current-password"
    required
    {...field}
  />
)

/** The first rule of a new password that does not hold, in the specification's words and order (section 5). */
export function checkPassword(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return 'Las contraseñas no coinciden'
  if (password.length < shortestPassword) return passwordTooShort
  return undefined
}

/** A new password, entered twice. `error` concerns both and stands at the second. */
export function NewPasswordFields({
  label = 'Contraseña',
  error,
  readOnly = false,
}: {
  label?: string
  error?: string | undefined
  readOnly?: boolean
}) {
  const field = { type: 'password', autoComplete: 'new-password', required: true, readOnly }
  return (
    <>
      <Field {...field} name="password" label={label} hint={`Al menos ${shortestPassword} caracteres.`} />
      <Field {...field} name="confirmation" label="Confirmar contraseña" error={error} />
    </>
  )
}
