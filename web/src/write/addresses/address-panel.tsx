import { useState } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'
import { AddressBlock } from './address-block.tsx'
import { AddressModal } from './address-modal.tsx'
import styles from './addresses.module.css'
import type { Addresses, AddressRole } from './kept-addresses.ts'

const roles: AddressRole[] = ['originAddress', 'destinationAddress']

/** Remite and Destinatario, each with its Editar (specification, section 2). */
export function AddressPanel({
  addresses,
  onChange,
}: {
  addresses: Addresses | undefined
  onChange: (role: AddressRole, address: Address) => void
}) {
  const [edited, setEdited] = useState<AddressRole>()
  return (
    <div className={styles.panel}>
      {roles.map((role) => (
        <AddressBlock key={role} role={role} address={addresses?.[role]} onEdit={() => setEdited(role)} />
      ))}
      {addresses &&
        roles.map((role) => (
          <AddressModal
            key={role}
            role={role}
            address={addresses[role]}
            isOpen={edited === role}
            onClose={() => setEdited(undefined)}
            onSave={(address) => {
              onChange(role, address)
              setEdited(undefined)
            }}
          />
        ))}
    </div>
  )
}
