import { useState } from 'react'
import { readEmail } from '@lacre/letter/accounts/written.ts'
import { Field } from '../ui/field.tsx'
import { isSlip } from '../slip.ts'

const providers = ['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud']
const onlyCom = new Set(['gmail', 'icloud'])
/** Mistyped top-level domains; no such domain exists. */
const noEnds: Record<string, string> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  ess: 'es',
}
const noEndsOfProviders: Record<string, string> = { ...noEnds, '': 'com', co: 'com', cm: 'com', om: 'com' }
/** Real domains one letter away from a provider. */
const right = new Set(['gail.com', 'grail.com'])

/** The address that `email` probably means; undefined if it may be right. */
export function meantEmail(email: string): string | undefined {
  const [, person, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(email) ?? []
  if (!person || !domain) return undefined
  const written = domain.toLowerCase()
  const [, name = written, end = ''] = /^([^.]+)\.(.*)$/.exec(written) ?? []
  // The first letter is rarely mistyped, and ymail.com exists.
  const provider = providers.find((one) => name === one || (name[0] === one[0] && isSlip(name, one)))
  const ends = provider ? noEndsOfProviders : noEnds
  const last = written.slice(written.lastIndexOf('.') + 1)
  const meant = provider
    ? `${provider}.${onlyCom.has(provider) ? 'com' : (ends[end] ?? end)}`
    : written.slice(0, -last.length) + (ends[last] ?? last)
  return meant === written || right.has(written) ? undefined : `${person}@${meant}`
}

/** The e-mail field, marked for password managers. Asks about a probable typing mistake. */
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
      // Not on a press: the appearing note would move the pressed button.
      onBlur={({ relatedTarget }) => setLeft(relatedTarget instanceof HTMLInputElement)}
    />
  )
}
