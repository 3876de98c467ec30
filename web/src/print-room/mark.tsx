import type { State } from '@lacre/letter/journey.ts'
import type { BatchSummary } from '@lacre/letter/print-room-calls.ts'
import styles from './console.module.css'
import { stageNames, stageTones, stateNames, stateTones, type Tone } from './words.ts'

const Mark = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={styles.mark} data-tone={tone}>
    {children}
  </span>
)

/** Where a letter is, as a postmark; `isEnclosed`: its sheets are in their envelope. */
export const StateMark = ({ state, isEnclosed }: { state: State; isEnclosed: boolean }) => (
  <Mark tone={stateTones[state]}>
    {isEnclosed && (state === 'batched' || state === 'printed') ? stageNames.enclosed : stateNames[state]}
  </Mark>
)

export const StageMark = ({ stage }: Pick<BatchSummary, 'stage'>) => (
  <Mark tone={stageTones[stage]}>{stageNames[stage]}</Mark>
)
