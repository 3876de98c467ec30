import { useId } from 'react'
import {
  addressPlaceholders,
  type Address,
  type AddressField,
  checkRecipient,
  isSpain,
  joinAddress,
} from '@lacre/letter/address/address.ts'
import { addressDoubts } from './doubts.ts'
import { Button } from '../../ui/button.tsx'
import { PencilIcon } from '../../ui/icons.tsx'
import styles from './addresses.module.css'
import { isSample, type AddressRole } from '../../drafts/kept-addresses.ts'

const headings = {
  originAddress: 'Remite',
  destinationAddress: 'Destinatario',
} satisfies Record<AddressRole, string>
const questions = {
  originAddress: '¿Quién la envía?',
  destinationAddress: '¿A quién se la enviamos?',
} satisfies Record<AddressRole, string>

/** One of the two addresses; undefined in the prerendered page. */
export function AddressBlock({
  role,
  address,
  recent = [],
  onChoose,
  onEdit,
}: {
  role: AddressRole
  address: Address | undefined
  /** Recent recipients, offered in place of the sample. */
  recent?: Address[]
  onChoose?: (address: Address) => void
  onEdit: () => void
}) {
  const headingId = useId()
  const isExample = !!address && isSample(role, address)
  // The same checks as on the server, shown early; they do not block (design/sending.md#printable).
  const problem = address && !isExample && role === 'destinationAddress' ? checkRecipient(address) : undefined
  const doubts = address && !problem ? Object.values(addressDoubts(address)) : []
  return (
    <section className={styles.block} data-sample={isExample || undefined} aria-labelledby={headingId}>
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
      <address className={styles.lines}>
        {isExample && <span>{questions[role]}</span>}
        {address && (isExample ? <Example address={address} /> : <Lines address={address} />)}
      </address>
      {isExample && recent.length > 0 && (
        <ul className={styles.recent} aria-label="Últimos destinatarios">
          {recent.map((one) => (
            <li key={joinAddress(one)}>
              <button type="button" onClick={() => onChoose?.(one)}>
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(problem || doubts.length > 0) && (
        <p className={styles.problem} role="status">
          {problem?.detail ?? doubts.join(' ')}
        </p>
      )}
    </section>
  )
}

const Example = ({ address: { name, postalCode, city, state, country } }: { address: Address }) => (
  <span className={styles.sample}>
    Dirección de ejemplo: {[name, `${postalCode} ${city}`, state, country].filter(Boolean).join(', ')}
  </span>
)

function Lines({ address }: { address: Address }) {
  const part = (field: AddressField) =>
    address[field].trim() || <span className={styles.missing}>{addressPlaceholders[field]}</span>
  return (
    <>
      <span className={styles.addressee}>{part('name')}</span>
      <span>
        {part('street')}, {part('postalCode')} {part('city')}
        {address.state.trim() && `, ${address.state}`}
        {!isSpain(address.country) && <>, {part('country')}</>}
      </span>
    </>
  )
}
