import type { State } from '@lacre/letter/journey.ts'
import { Tag } from '../../ui/display/tag.tsx'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { stages, stateTones } from '../words/words.ts'

/** Where a letter is, as a postmark; `isEnclosed`: its sheets are in their envelope. */
export const StateTag = ({ state, isEnclosed }: { state: State; isEnclosed: boolean }) => (
  <Tag tone={stateTones[state]}>
    {isEnclosed && (state === 'batched' || state === 'printed') ? stages.enclosed.name : stateNames[state]}
  </Tag>
)

export const StageTag = ({ stage }: Pick<BatchSummary, 'stage'>) => (
  <Tag tone={stages[stage].tone}>{stages[stage].name}</Tag>
)
