import { Button } from '../../ui/button.tsx'
import styles from './recipients.module.css'

/** Previous and next recipient of the preview. */
export const ChooseRecipient = ({
  name,
  at,
  of,
  onChoose,
}: {
  name: string
  at: number
  of: number
  onChoose: (at: number) => void
}) => (
  <div className={styles.shown} role="group" aria-label="Destinatario de la vista previa">
    <Button kind="quiet" disabled={at === 0} onClick={() => onChoose(at - 1)}>
      Anterior
    </Button>
    <p role="status">
      {at + 1} de {of}: <strong>{name}</strong>
    </p>
    <Button kind="quiet" disabled={at + 1 === of} onClick={() => onChoose(at + 1)}>
      Siguiente
    </Button>
  </div>
)
