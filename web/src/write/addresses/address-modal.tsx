import { Modal } from '../../ui/dialog.tsx'
import { AddressForm, type AddressFormProps } from './address-form.tsx'
import type { AddressRole } from '../../drafts/kept-addresses.ts'
import { useBook } from './use-book.ts'

// Exported with the modal, so that every screen loads one chunk.
export { AddressForm }

const titles = {
  originAddress: 'Datos del remite',
  destinationAddress: 'Datos del destinatario',
} satisfies Record<AddressRole, string>

export default function AddressModal(form: Omit<AddressFormProps, 'book'>) {
  const book = useBook()
  return (
    <Modal
      isOpen
      onClose={form.onClose}
      title={titles[form.role]}
      closesOnOverlay={false}
      maxWidth="800px"
      hasCross
    >
      <AddressForm {...form} book={book} />
    </Modal>
  )
}
