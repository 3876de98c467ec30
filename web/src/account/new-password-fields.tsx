import { shortestPassword } from '@lacre/letter/words/short-password.ts'
import type { Dispatch, SetStateAction } from 'react'
import { Field } from '../ui/field.tsx'

export type NewPassword = { password: string; confirmation: string }

/** A password that is chosen, twice. */
export function NewPasswordFields({
  label = 'Contraseña',
  value,
  onChange,
}: {
  label?: string
  value: NewPassword
  onChange: Dispatch<SetStateAction<NewPassword>>
}) {
  const field = (name: keyof NewPassword) => ({
    name,
    type: 'password' as const,
    value: value[name],
    onChange: (written: string) => onChange((before) => ({ ...before, [name]: written })),
    autoComplete: 'new-password',
    required: true,
  })
  return (
    <>
      <Field {...field('password')} label={label} hint={`Al menos ${shortestPassword} caracteres.`} />
      <Field {...field('confirmation')} label="Confirmar contraseña" />
    </>
  )
}
