import type { State } from '@lacre/letter/journey.ts'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { stateNames } from '@lacre/letter/state-names.ts'
import styles from './console.module.css'
import { stageNames, stageTones, stateTones, type Tone } from '../words/words.ts'

const Tag = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
)

/** Where a letter is, as a postmark; `isEnclosed`: its sheets are in their envelope. */
export const StateTag = ({ state, isEnclosed }: { state: State; isEnclosed: boolean }) => (
  <Tag tone={stateTones[state]}>
    {isEnclosed && (state === 'batched' || state === 'printed') ? stageNames.enclosed : stateNames[state]}
  </Tag>
)

export const StageTag = ({ stage }: Pick<BatchSummary, 'stage'>) => (
  <Tag tone={stageTones[stage]}>{stageNames[stage]}</Tag>
)
