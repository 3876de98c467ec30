import { looksOf, unusual, type Looks } from '@lacre/letter/looks/looks.ts'
import { Modal } from '../../ui/dialog/modal.tsx'
import { KeepForm } from './keep-form.tsx'

/** `Guardar como plantilla`, of a letter in Mis cartas. */
export function KeepDialog({
  letter,
  onKept,
  onClose,
}: {
  letter: Looks & { content: string }
  onKept: (name: string) => void
  onClose: () => void
}) {
  const { content } = letter
  return (
    <Modal isOpen title="Guardar como plantilla" closesOnOverlay={false} hasCross onClose={onClose}>
      <KeepForm
        letter={() => ({ content, looks: unusual(looksOf(letter)) })}
        onKept={({ name }) => onKept(name)}
      />
    </Modal>
  )
}
