import type { Dispatch, SetStateAction } from 'react'
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

type NewPassword = { password: string; confirmation: string }

/** A password that is chosen, twice. */
export function NewPasswordFields({
  label = 'Contraseña',
  hint,
  value,
  onChange,
  error,
  readOnly = false,
}: {
  label?: string
  hint: string
  value: NewPassword
  onChange: Dispatch<SetStateAction<NewPassword>>
  /** Of both: it stands at the second. */
  error?: string | undefined
  readOnly?: boolean
}) {
  const field = (name: keyof NewPassword) => ({
    name,
    type: 'password' as const,
    value: value[name],
    onChange: (written: string) => onChange((before) => ({ ...before, [name]: written })),
    autoComplete: 'new-password',
    required: true,
    readOnly,
  })
  return (
    <>
      <Field {...field('password')} label={label} hint={hint} />
      <Field {...field('confirmation')} label="Confirmar contraseña" {...(error && { error })} />
    </>
  )
}
