import type { State } from '@lacre/letter/journey.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { stateTones } from './state-words.ts'

/** Where a letter is, as a postmark. */
export const StateTag = ({ state, className }: { state: State; className?: string | undefined }) => (
  <Tag tone={stateTones[state]} className={className}>
    {stateNames[state]}
  </Tag>
)
