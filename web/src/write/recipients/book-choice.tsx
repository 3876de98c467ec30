import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import type { Address } from '@lacre/letter/address/address.ts'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { matchingEntries } from '../addresses/use-book.ts'
import { createDuplicateTest } from './recipients.ts'
import type { KeptRecipient } from '../../drafts/kept-addresses.ts'
import styles from './recipients.module.css'

/** Chooses from the address book. Added entries keep their row, so that a double click cannot hit the next one. */
export function BookChoice({
  book,
  list,
  onAdd,
}: {
  book: BookEntry[]
  list: KeptRecipient[]
  onAdd: (address: Address) => void
}) {
  const [sought, setSought] = useState('')
  const added = useMemo(() => {
    const isOn = createDuplicateTest(list)
    return new Set(book.filter(({ address }) => isOn(address)))
  }, [book, list])
  const shown = matchingEntries(book, sought)
  return (
    <details className={styles.source}>
      <summary>Elegir de la libreta de direcciones</summary>
      <Field
        label="Nombre o ciudad"
        name="sought"
        type="search"
        autoComplete="off"
        value={sought}
        onChange={setSought}
      />
      <ul className={styles.book}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <span id={`libreta-${entry.id}`}>
              {entry.address.name} <span className="soft">{entry.address.city}</span>
            </span>
            <Button
              kind="quiet"
              aria-describedby={`libreta-${entry.id}`}
              disabled={added.has(entry)}
              onClick={() => onAdd(entry.address)}
            >
              {added.has(entry) ? 'Añadido' : 'Añadir'}
            </Button>
          </li>
        ))}
      </ul>
      {!shown.length && (
        <p className="soft">
          {book.length
            ? 'No hay nadie en su libreta con ese nombre.'
            : 'Aquí aparece la gente de su libreta, cuando hay alguien en ella.'}
        </p>
      )}
    </details>
  )
}
