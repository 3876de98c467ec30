import { seconds } from '@lacre/letter/duration.ts'
import { Failure } from './failure.ts'
import { createShares } from './shares.ts'

export type InPlace = <Outcome>(one: string, work: () => Promise<Outcome>) => Promise<Outcome>

/** So many at once of some work, and of those so many for one; another waits a second for its place and is then refused. */
export function createPlaces(atOnce: { all: number; ofOne: number }): InPlace {
  const shares = createShares(atOnce)
  return async (one, work) => {
    const leave = await shares.takeSoon(one, 1, seconds(1))
    if (!leave) throw busy()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

export const busy = () =>
  new Failure(503, 'Está pidiendo mucho a la vez. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
  })
