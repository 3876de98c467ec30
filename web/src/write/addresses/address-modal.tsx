import { Modal } from '../../ui/dialog.tsx'
import { AddressForm, type AddressFormProps } from './address-form.tsx'
import type { AddressRole } from '../../drafts/kept-addresses.ts'
import { useBook } from './use-book.ts'

// With the modal, so that every screen loads them as one file.
export { AddressForm }

const titles = {
  originAddress: 'Datos del remite',
  destinationAddress: 'Datos del destinatario',
} satisfies Record<AddressRole, string>

/** One address as a form (specification, sections 2 and 5). `onSave` is given it trimmed and complete. */
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
