import { useId } from 'react'
import {
  addressFields,
  addressPlaceholders,
  type Address,
  type AddressField,
} from '@lacre/letter/address/address.ts'
import { checkRecipient } from '@lacre/letter/address/recipient.ts'
import { isSampleRecipient, sampleSender } from '@lacre/letter/address/samples.ts'
import { Button } from '../../ui/button.tsx'
import { PencilIcon } from '../../ui/icons.tsx'
import styles from './addresses.module.css'
import type { AddressRole } from './kept-addresses.ts'

const headings = {
  originAddress: 'Remite',
  destinationAddress: 'Destinatario',
} satisfies Record<AddressRole, string>

const isSample = {
  originAddress: (address) => addressFields.every((field) => address[field].trim() === sampleSender[field]),
  destinationAddress: isSampleRecipient,
} satisfies Record<AddressRole, (address: Address) => boolean>

/** One of the panel's two addresses; `address` is unknown in the prerendered page. */
export function AddressBlock({
  role,
  address,
  onEdit,
}: {
  role: AddressRole
  address: Address | undefined
  onEdit: () => void
}) {
  const headingId = useId()
  // The same problems the server would refuse, said in time and blocking nothing (design.md#printable).
  const problem = address && role === 'destinationAddress' ? checkRecipient(address) : undefined
  return (
    <section className={styles.block} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{headings[role]}</h2>
        <Button
          id={`edit-${role}`}
          kind="quiet"
          disabled={!address}
          onClick={onEdit}
          aria-describedby={headingId}
        >
          <PencilIcon size={18} />
          Editar
        </Button>
      </div>
      <address className={address ? styles.lines : styles.waiting}>
        {address && <Lines address={address} />}
      </address>
      {address && isSample[role](address) && <p className={styles.sample}>Dirección de ejemplo</p>}
      {problem && (
        <p className={styles.problem} role="status">
          {problem.detail}
        </p>
      )}
    </section>
  )
}

function Lines({ address }: { address: Address }) {
  const part = (field: AddressField) =>
    address[field].trim() || <span className={styles.missing}>{addressPlaceholders[field]}</span>
  return (
    <>
      <span className={styles.addressee}>{part('name')}</span>
      <span>{part('street')}</span>
      <span>
        {part('postalCode')} {part('city')}
      </span>
      {address.state.trim() && <span>{address.state}</span>}
      <span>{part('country')}</span>
    </>
  )
}
