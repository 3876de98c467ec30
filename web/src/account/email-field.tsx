import { useState } from 'react'
import { readEmail } from '@lacre/letter/accounts/written.ts'
import { Field } from '../ui/field.tsx'
import { meantEmail } from './meant-email.ts'

/** The address by which somebody is known here, as password managers look for it. A slip in it is asked about. */
export function EmailField({ defaultValue = '' }: { defaultValue?: string }) {
  const [value, setValue] = useState(defaultValue)
  const [isLeft, setLeft] = useState(false)
  const meant = meantEmail(value)
  const isBegun = !isLeft && meant?.startsWith(value.toLowerCase())
  return (
    <Field
      label="Correo electrónico"
      name="email"
      type="email"
      value={value}
      onChange={(written) => setValue(readEmail(written))}
      autoComplete="username"
      required
      note={meant && !isBegun ? `¿Quería decir ${meant}?` : undefined}
      offer={meant}
      onFocus={() => setLeft(false)}
      // A question that comes with a press would move what is pressed.
      onBlur={({ relatedTarget }) => setLeft(relatedTarget instanceof HTMLInputElement)}
    />
  )
}
