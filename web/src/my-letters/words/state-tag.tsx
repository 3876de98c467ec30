import type { State } from '@lacre/letter/journey.ts'
import { stateNames } from '@lacre/letter/state-names.ts'
import styles from './my-letters.module.css'
import { stateTones } from './state-words.ts'

/** Where a letter is, as a postmark. */
export const StateTag = ({ state }: { state: State }) => (
  <span className={`${styles.mark} ${styles[stateTones[state]]}`}>{stateNames[state]}</span>
)
