import type { Address } from '@lacre/letter/address/address.ts'
import { Modal } from '../../ui/dialog/modal.tsx'
import { AddressForm } from './address-form.tsx'
import type { AddressRole } from './kept-addresses.ts'
import { useBook } from './use-book.ts'

const titles = {
  originAddress: 'Datos del remite',
  destinationAddress: 'Datos del destinatario',
} satisfies Record<AddressRole, string>

/** One address as a form (specification, sections 2 and 5). `onSave` is given it trimmed and complete. */
export default function AddressModal({
  role,
  address,
  isOpen,
  onSave,
  onClose,
}: {
  role: AddressRole
  address: Address
  isOpen: boolean
  onSave: (address: Address) => void
  onClose: () => void
}) {
  const book = useBook(isOpen)
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={titles[role]}
      closesOnOverlay={false}
      maxWidth="800px"
      hasCross
    >
      <AddressForm role={role} address={address} book={book} onSave={onSave} onClose={onClose} />
    </Modal>
  )
}
