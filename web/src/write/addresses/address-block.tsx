import { useId } from 'react'
import {
  addressPlaceholders,
  type Address,
  type AddressField,
  checkRecipient,
} from '@lacre/letter/address/address.ts'
import { addressDoubts } from './doubts.ts'
import { Button } from '../../ui/button.tsx'
import { PencilIcon } from '../../ui/icons.tsx'
import styles from './addresses.module.css'
import { isSample, type AddressRole } from './kept-addresses.ts'

const headings = {
  originAddress: 'Remite',
  destinationAddress: 'Destinatario',
} satisfies Record<AddressRole, string>

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
  const doubts = address && !problem ? Object.values(addressDoubts(address)) : []
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
      {address && isSample(role, address) && <p className={styles.sample}>Dirección de ejemplo</p>}
      {(problem || doubts.length > 0) && (
        <p className={styles.problem} role="status">
          {problem?.detail ?? doubts.join(' ')}
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
