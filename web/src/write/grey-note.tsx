import { usePrintsGrey } from '../use-config.ts'
import styles from './grey-note.module.css'

/** Nobody chooses a colour that is not printed without having been told. */
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
