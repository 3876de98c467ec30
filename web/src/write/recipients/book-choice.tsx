import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { addRecipients } from '@lacre/letter/recipients/recipients.ts'
import type { Address } from '@lacre/letter/address/address.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { matchingEntries } from '../addresses/matching-entries.ts'
import type { KeptRecipient } from './kept-recipients.ts'
import styles from './recipients.module.css'

/** Whom the address book has beside those on the list; nothing for who has no book. */
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
  if (!book.length) return null
  const isOnList = (address: Address) => addRecipients(list, [address]).twice.length > 0
  const shown = matchingEntries(book, sought).filter(({ address }) => !isOnList(address))
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
        {shown.map(({ id, address }) => (
          <li key={id}>
            <span id={`libreta-${id}`}>
              {address.name} <span className={styles.where}>{address.city}</span>
            </span>
            <Button kind="quiet" aria-describedby={`libreta-${id}`} onClick={() => onAdd(address)}>
              Añadir
            </Button>
          </li>
        ))}
      </ul>
      {!shown.length && <p className={styles.where}>No hay nadie más en su libreta con ese nombre.</p>}
    </details>
  )
}
