import { usePrintsGrey } from '../use-config.ts'
import styles from './grey-note.module.css'

/** Says beside every choice of colour that the print is black and white. */
export function GreyNote() {
  const isGrey = usePrintsGrey()
  return (
    isGrey && (
      <p className={`soft ${styles.note}`}>
        Se imprime en blanco y negro: los colores y las fotos salen en grises.
      </p>
    )
  )
}
