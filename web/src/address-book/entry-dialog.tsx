import { useState } from 'react'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import { detailOf, keepEntry, readBook } from '../api.ts'
import { Modal } from '../ui/dialog/modal.tsx'
import type { AddressForm } from './parts.ts'

const nobodyYet: Address = { name: '', street: '', city: '', state: '', postalCode: '', country: 'España' }

/** An entry, or a new one, as the form that the writing page has for addresses. */
export function EntryDialog({
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
