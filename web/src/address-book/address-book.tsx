import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { type ComponentType, useState } from 'react'
import { detailOf, keepEntry, readBook, removeEntry } from '../api.ts'
import type { Screen } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { FormMissing, Modal } from '../ui/dialog.tsx'
import { BackLink, ComesLate, Loading, Title } from '../ui/display.tsx'
import listStyles from '../ui/list.module.css'
import { Retry } from '../ui/notice.tsx'
import { takeLostFocus } from '../ui/take-focus.ts'
import { useItemAction } from '../ui/use-item-action.ts'
import { useLoaded } from '../use-loaded.ts'
import { useSessionHere } from '../use-sign-in.ts'
import styles from './address-book.module.css'

type AddressForm = ComponentType<{
  role: 'destinationAddress'
  address: Address
  isBusy: boolean
  trouble: string | undefined
  onSave: (address: Address) => void
  onClose: () => void
}>

/** What this screen has from the writing page; routes.tsx hands it over, and it comes when it is wanted. */
type Parts = { addressForm: () => Promise<AddressForm> }

const nobodyYet: Address = { name: '', street: '', city: '', state: '', postalCode: '', country: 'España' }

/** An entry, or a new one, as the form that the writing page has for addresses. */
function EntryDialog({
  Form,
  entry,
  onKept,
  onClose,
}: {
  Form: AddressForm
  entry: BookEntry | undefined
  onKept: (kept: BookEntry) => void
  onClose: () => void
}) {
  const [id] = useState(() => entry?.id ?? crypto.randomUUID())
  const [basedOn, setBasedOn] = useState(entry?.version ?? null)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function save(address: Address) {
    setBusy(true)
    setTrouble(undefined)
    const answer = await keepEntry(id, { address, basedOn })
    if (answer.ok) return onKept(answer.body)
    const other = answer.status === 409 ? await entryNow() : undefined
    // Seen here, so that the next Guardar is meant.
    if (other) setBasedOn(other.version)
    setTrouble(
      [detailOf(answer), other && `Ahora dice: ${joinAddress(other.address)}.`].filter(Boolean).join(' '),
    )
    setBusy(false)
  }
  async function entryNow() {
    const answer = await readBook()
    return answer.ok ? answer.body.entries.find((one) => one.id === id) : undefined
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
        address={entry?.address ?? nobodyYet}
        isBusy={isBusy}
        trouble={trouble}
        onSave={(address) => void save(address)}
        onClose={onClose}
      />
    </Modal>
  )
}

/** Somebody in the book. Who was removed can be brought back as long as the list is there. */
function EntryRow({
  entry: { id, version, address },
  onEdit,
  onBack,
}: {
  entry: BookEntry
  onEdit: () => void
  onBack: (kept: BookEntry) => void
}) {
  const [standing, setStanding] = useState<'kept' | 'removed' | 'back'>('kept')
  const { isBusy, trouble, act } = useItemAction()
  const nameId = `direccion-${id}`

  const remove = () => act(removeEntry(id), () => setStanding('removed'))
  const bringBack = () =>
    act(keepEntry(id, { address, basedOn: version }), (kept) => {
      onBack(kept)
      setStanding('back')
    })

  return (
    <li className={listStyles.row}>
      <div className={listStyles.about}>
        {standing === 'removed' ? (
          <p role="status" className={listStyles.more}>
            Ha quitado a {address.name} de su libreta.
          </p>
        ) : (
          <>
            <h2 id={nameId} className={listStyles.name}>
              {address.name}
            </h2>
            <p className={listStyles.more}>
              {[address.street, `${address.postalCode} ${address.city}`].join(' · ')}
            </p>
          </>
        )}
      </div>
      {standing === 'removed' ? (
        <Button kind="quiet" ref={takeLostFocus} isBusy={isBusy} onClick={() => void bringBack()}>
          Deshacer
        </Button>
      ) : (
        <div className={listStyles.acts}>
          <Button
            kind="quiet"
            ref={standing === 'back' ? takeLostFocus : undefined}
            aria-describedby={nameId}
            disabled={isBusy}
            onClick={onEdit}
          >
            Editar
          </Button>
          <Button kind="quiet" aria-describedby={nameId} isBusy={isBusy} onClick={() => void remove()}>
            Quitar
          </Button>
        </div>
      )}
      {trouble && (
        <p role="alert" className={listStyles.failed}>
          {trouble}
        </p>
      )}
    </li>
  )
}

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
