import { states, type State } from '@lacre/letter/journey.ts'
import { stateNames } from '@lacre/letter/words.ts'

/** The states as a person looks for them. */
export const filters = {
  unpaid: stateNames.frozen,
  preparing: 'En preparación',
  moving: stateNames.posted,
  returned: 'Devueltas',
  ended: 'Canceladas o caducadas',
  doubtful: stateNames['needs-person'],
} as const
export type Filter = keyof typeof filters
export const isFilter = (name: string): name is Filter => Object.hasOwn(filters, name)

const filterOf = {
  frozen: 'unpaid',
  paid: 'preparing',
  batched: 'preparing',
  printed: 'preparing',
  posted: 'moving',
  returned: 'returned',
  cancelled: 'ended',
  expired: 'ended',
  'needs-person': 'doubtful',
} satisfies Record<State, Filter>

export const statesIn = (filter: Filter): State[] => states.filter((state) => filterOf[state] === filter)
