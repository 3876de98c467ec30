import { useState } from 'react'
import { readEmail } from '@lacre/letter/accounts/written.ts'
import { Field } from '../ui/field.tsx'
import { isSlip } from '../slip.ts'

const providers = ['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud']
const onlyCom = new Set(['gmail', 'icloud'])
/** No country and no trade ends so; the last four do, but no mailbox of the providers does. */
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
/** One letter from a provider, and domains of their own. */
const right = new Set(['gail.com', 'grail.com'])

/** The address of which `email` seems a slip; undefined for one that may be right. */
export function meantEmail(email: string): string | undefined {
  const [, person, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(email) ?? []
  if (!person || !domain) return undefined
  const written = domain.toLowerCase()
  const [, name = written, end = ''] = /^([^.]+)\.(.*)$/.exec(written) ?? []
  // People mistype the first letter least, and ymail.com is another.
  const provider = providers.find((one) => name === one || (name[0] === one[0] && isSlip(name, one)))
  const ends = provider ? noEndsOfProviders : noEnds
  const last = written.slice(written.lastIndexOf('.') + 1)
  const meant = provider
    ? `${provider}.${onlyCom.has(provider) ? 'com' : (ends[end] ?? end)}`
    : written.slice(0, -last.length) + (ends[last] ?? last)
  return meant === written || right.has(written) ? undefined : `${person}@${meant}`
}

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
