import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import type { AddressBook, BookEntry } from '@lacre/letter/address/book-calls.ts'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { type Answer, detailOf, keepEntry, readBook, removeEntry } from '../api.ts'
import { queries, upsert, useAnswer, useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { FormMissing, Modal } from '../ui/dialog.tsx'
import { BackLink, ComesLate, Loading, Title } from '../ui/display.tsx'
import listStyles from '../ui/list.module.css'
import { Retry } from '../ui/notice.tsx'
import { takeLostFocus } from '../ui/take-focus.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { useRequiredSession } from '../use-sign-in.ts'
import type { AddressForm } from '../write/addresses/address-modal.tsx'
import styles from './address-book.module.css'

/** Edits or adds an entry, with the address form of the writing page. */
function EntryDialog({
  Form,
  entry,
  onKept,
  onClose,
}: {
  Form: ComponentType<ComponentProps<typeof AddressForm>>
  entry: BookEntry | undefined
  onKept: (kept: BookEntry) => void
  onClose: () => void
}) {
  const [id] = useState(() => entry?.id ?? crypto.randomUUID())
  const [basedOn, setBasedOn] = useState(entry?.version ?? null)
  const keeping = useCall(keep, onKept)
  const isBusy = keeping.isPending

  async function keep(address: Address): Promise<Answer<BookEntry>> {
    const answer = await keepEntry(id, { address, basedOn })
    if (answer.ok || answer.status !== 409) return answer
    const book = await readBook()
    const other = book.ok ? book.body.entries.find((one) => one.id === id) : undefined
    if (!other) return answer
    // The user now sees the other version, so the next Guardar overwrites it.
    setBasedOn(other.version)
    return { ...answer, detail: `${detailOf(answer)} Ahora dice: ${joinAddress(other.address)}.` }
  }

  return (
    <Modal
      isOpen
      onClose={() => isBusy || onClose()}
      title={entry ? 'Cambiar la dirección' : 'Añadir una dirección'}
      closesOnOverlay={false}
      maxWidth="800px"
      hasCross
    >
      <Form
        role="destinationAddress"
        address={entry?.address}
        isBusy={isBusy}
        trouble={keeping.error?.message}
        onSave={keeping.mutate}
        onClose={onClose}
      />
    </Modal>
  )
}

/** An entry. A removed one can be restored while the list is open. */
function EntryRow({
  entry: { id, version, address },
  onEdit,
  onBack,
}: {
  entry: BookEntry
  onEdit: () => void
  onBack: (kept: BookEntry) => void
}) {
  const [state, setState] = useState<'kept' | 'removed' | 'back'>('kept')
  const removing = useCall(removeEntry, () => setState('removed'))
  const bringingBack = useCall(
    () => keepEntry(id, { address, basedOn: version }),
    (kept) => {
      onBack(kept)
      setState('back')
    },
  )
  const isBusy = removing.isPending || bringingBack.isPending
  const { error } = state === 'removed' ? bringingBack : removing
  const nameId = `direccion-${id}`

  return (
    <li className={listStyles.row}>
      <div className={listStyles.about}>
        {state === 'removed' ? (
          <p role="status" className="soft">
            Ha quitado a {address.name} de su libreta.
          </p>
        ) : (
          <>
            <h2 id={nameId} className={listStyles.name}>
              {address.name}
            </h2>
            <p className="soft">{[address.street, `${address.postalCode} ${address.city}`].join(' · ')}</p>
          </>
        )}
      </div>
      {state === 'removed' ? (
        <Button kind="quiet" ref={takeLostFocus} isBusy={isBusy} onClick={() => bringingBack.mutate()}>
          Deshacer
        </Button>
      ) : (
        <div className={listStyles.acts}>
          <Button
            kind="quiet"
            ref={state === 'back' ? takeLostFocus : undefined}
            aria-describedby={nameId}
            disabled={isBusy}
            onClick={onEdit}
          >
            Editar
          </Button>
          <Button kind="quiet" aria-describedby={nameId} isBusy={isBusy} onClick={() => removing.mutate(id)}>
            Quitar
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className={listStyles.failed}>
          {error.message}
        </p>
      )}
    </li>
  )
}

/** `Libreta de direcciones` (design/sending.md#address-book). */
export default function AddressBookScreen() {
  const session = useRequiredSession('/address-book')
  return <ComesLate>{session ? <Book key={session} /> : <Title>Libreta de direcciones</Title>}</ComesLate>
}

const bookKey = ['book']

function Book() {
  const { data, error, isPending, refetch } = useAnswer(bookKey, readBook)
  const [edited, setEdited] = useState<BookEntry | 'new'>()
  const form = useLazy(async () => ({
    default: (await import('../write/addresses/address-modal.tsx')).AddressForm,
  }))

  function open(entry: BookEntry | 'new') {
    setEdited(entry)
    form.open()
  }
  const show = (kept: BookEntry) =>
    queries.setQueryData<AddressBook>(bookKey, (book) => book && { entries: upsert(book.entries, kept) })

  return (
    <section className={`parts shelf ${styles.book}`} aria-busy={isPending}>
      <BackLink href="/my-letters">Mis cartas</BackLink>
      <div className={`spread ${listStyles.top}`}>
        <Title>Libreta de direcciones</Title>
        <Button disabled={!data} onClick={() => open('new')}>
          Añadir una dirección
        </Button>
      </div>
      <p className={`quiet ${styles.about}`}>
        Aquí está cada persona a la que ha escrito y quien usted añada. Al escribir el nombre en una carta, la
        libreta le ofrece su dirección. Se guarda cifrada y solo la ve usted.
      </p>
      {form.isMissing && <FormMissing />}
      {isPending && <Loading>Cargando su libreta...</Loading>}
      {error && <Retry onRetry={() => void refetch()}>{error.message}</Retry>}
      {data && !data.entries.length && (
        <div className={`stack none ${listStyles.none}`}>
          <h2 className="subtitle">Todavía no hay ninguna dirección</h2>
          <p>Añada una, o envíe una carta: su destinatario aparecerá aquí.</p>
        </div>
      )}
      {data && (
        <ul className="list">
          {data.entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onEdit={() => open(entry)} onBack={show} />
          ))}
        </ul>
      )}
      {edited && form.Loaded && (
        <EntryDialog
          Form={form.Loaded}
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
