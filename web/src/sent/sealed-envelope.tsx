import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './sealed-envelope.module.css'

/** The letter goes into its envelope, which is closed and sealed; already so where motion is unwelcome. Decoration. */
export const SealedEnvelope = () => (
  <div className={styles.envelope} aria-hidden="true">
    <svg viewBox="0 0 240 150" focusable="false">
      <path className={styles.inside} d="M2 4h236v142H2z" />
      <path className={styles.openFlap} d="M2 4h236L132 92q-12 9-24 0z" />
      <g className={styles.sheet}>
        <path d="M18 10h204v120H18z" />
        <path className={styles.writing} d="M38 34h92M38 48h150M38 60h158M38 72h140" />
      </g>
      <path className={styles.pocket} d="M2 4l104 82q14 11 28 0L238 4v138q0 4-4 4H6q-4 0-4-4z" />
      <path className={styles.folds} d="M4 144l94-66M236 144l-94-66" />
      <path className={styles.flap} d="M2 4h236L132 92q-12 9-24 0z" />
    </svg>
    <span className={styles.seal}>
      <WaxSeal size={64} />
    </span>
  </div>
)
