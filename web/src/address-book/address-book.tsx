import { useState } from 'react'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { readBook } from '../api.ts'
import type { Screen } from '../screen.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { ComesLate } from '../ui/display/comes-late.tsx'
import { Loading } from '../ui/display/loading.tsx'
import listStyles from '../ui/display/list.module.css'
import { Title } from '../ui/display/title.tsx'
import { FormMissing } from '../ui/dialog/form-missing.tsx'
import { Retry } from '../ui/retry.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useSessionHere } from '../use-sign-in.ts'
import styles from './address-book.module.css'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryRow } from './entry-row.tsx'
import type { AddressForm, Parts } from './parts.ts'

export const openAddressBook = (parts: Parts): Screen => ({
  default: () => <AddressBook parts={parts} />,
})

/** `Libreta de direcciones` (design.md#address-book). */
function AddressBook({ parts }: { parts: Parts }) {
  const session = useSessionHere('/address-book')
  return (
    <ComesLate>
      {session ? <Book key={session} parts={parts} /> : <Title>Libreta de direcciones</Title>}
    </ComesLate>
  )
}

/** Read once; what is kept or removed here is shown at once. */
const wholeBook = undefined

function Book({ parts }: { parts: Parts }) {
  const { loaded, change, reload } = useLoaded(readBook, wholeBook)
  const [edited, setEdited] = useState<BookEntry | 'new'>()
  const [form, setForm] = useState<{ Form: AddressForm } | 'missing'>()

  function open(entry: BookEntry | 'new') {
    setEdited(entry)
    parts.addressForm().then(
      (Form) => setForm({ Form }),
      () => setForm('missing'),
    )
  }
  const show = (kept: BookEntry) =>
    change(({ entries }) => ({
      entries: entries.some(({ id }) => id === kept.id)
        ? entries.map((entry) => (entry.id === kept.id ? kept : entry))
        : [kept, ...entries],
    }))

  return (
    <section className={styles.book} aria-busy={loaded.is === 'loading'}>
      <BackLink href="/my-letters">Mis cartas</BackLink>
      <div className={listStyles.top}>
        <Title>Libreta de direcciones</Title>
        <Button disabled={loaded.is !== 'shown'} onClick={() => open('new')}>
          Añadir una dirección
        </Button>
      </div>
      <p className={styles.about}>
        Aquí está cada persona a la que ha escrito y quien usted añada. Al escribir el nombre en una carta, la
        libreta le ofrece su dirección. Se guarda cifrada y solo la ve usted.
      </p>
      {form === 'missing' && <FormMissing />}
      {loaded.is === 'loading' && <Loading>Cargando su libreta...</Loading>}
      {loaded.is === 'failed' && <Retry onRetry={reload}>{loaded.detail}</Retry>}
      {loaded.is === 'shown' && !loaded.value.entries.length && (
        <div className={listStyles.none}>
          <h2>Todavía no hay ninguna dirección</h2>
          <p>Añada una, o envíe una carta: su destinatario aparecerá aquí.</p>
        </div>
      )}
      {loaded.is === 'shown' && (
        <ul className={listStyles.list}>
          {loaded.value.entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onEdit={() => open(entry)} onBack={show} />
          ))}
        </ul>
      )}
      {edited && typeof form === 'object' && (
        <EntryDialog
          Form={form.Form}
          entry={edited === 'new' ? undefined : edited}
          onKept={(kept) => {
            show(kept)
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}
