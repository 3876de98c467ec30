import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './stationery.module.css'

/** A letter coming out of its envelope, set in type: what the product makes, shown once, large. */
export function Stationery() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <div className={styles.back} />
      <div className={styles.letter}>
        <p className={styles.date}>Málaga, 4 de mayo</p>
        <p className={styles.salute}>Querida abuela:</p>
        <p>
          Me preguntaste por teléfono cómo es la casa nueva y te dije que bien. Pero hay que contarla
          despacio: por la mañana la luz entra hasta la cocina…
        </p>
        <p className={styles.faint}>Las macetas que me diste ya han echado hojas, y en la ventana</p>
      </div>
      <div className={styles.pocket}>
        <svg className={styles.folds} viewBox="0 0 400 250" preserveAspectRatio="none" focusable="false">
          <path d="M0 0 200 138 400 0V250H0Z" />
          <path className={styles.foldLine} d="M0 250 164 113M400 250 236 113M0 0 200 138 400 0" />
        </svg>
        <div className={styles.seal}>
          <WaxSeal size={92} />
        </div>
      </div>
      <div className={styles.stamp}>
        <div className={styles.stampInside}>
          <span className={styles.stampLetter}>L</span>
          <span>España</span>
        </div>
      </div>
      <svg className={styles.postmark} viewBox="0 0 150 90" focusable="false">
        <circle cx="45" cy="45" r="38" />
        <circle cx="45" cy="45" r="27" />
        <path d="M86 26c10-6 18 6 30 0s18 6 30 0M86 40c10-6 18 6 30 0s18 6 30 0M86 54c10-6 18 6 30 0s18 6 30 0M86 68c10-6 18 6 30 0s18 6 30 0" />
      </svg>
    </div>
  )
}
