import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Address } from '@lacre/letter/address/address.ts'
import { stillCalled } from '@lacre/letter/recipients/called.ts'
import { useLazy } from '../../ui/use-lazy.ts'
import { recentRecipients, type AddressRole, type Addresses } from '../../drafts/kept-addresses.ts'
import { AddressBlock } from './address-block.tsx'
import styles from './addresses.module.css'

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
  const { Part: Modal, open } = useLazy(() => import('./address-modal.tsx'))

  function edit(role: AddressRole) {
    setEdited(role)
    open()
  }
  return (
    <div className={styles.panel}>
      {roles.map((role) => (
        <AddressBlock
          key={role}
          role={role}
          address={addresses?.[role]}
          recent={addresses && role === 'destinationAddress' ? recentRecipients() : []}
          onChoose={(address) => {
            onChange(role, address)
            document.getElementById(`edit-${role}`)?.focus() // the pressed button is gone
          }}
          onEdit={() => edit(role)}
        />
      ))}
      {/* Outside the page, which is inert while the payment dialog opens this. */}
      {addresses &&
        edited &&
        Modal &&
        createPortal(
          <Modal
            role={edited}
            address={addresses[edited]}
            onClose={() => setEdited(undefined)}
            onSave={(address) => {
              onChange(edited, stillCalled(addresses[edited], address))
              setEdited(undefined)
            }}
          />,
          document.body,
        )}
    </div>
  )
}
