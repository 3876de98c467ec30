import { Modal } from '../../ui/dialog/modal.tsx'
import { SignatureForm, type SignatureFormProps } from './signature-form.tsx'

/** One's signature, drawn by hand. */
export default function SignatureDialog({ isOpen, ...form }: SignatureFormProps & { isOpen: boolean }) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={form.onClose}
      title="Su firma"
      closesOnOverlay={false}
      maxWidth="640px"
      hasCross
    >
      <SignatureForm {...form} />
    </Modal>
  )
}
