import { seconds } from '@lacre/letter/duration.ts'
import { Failure } from './failure.ts'
import { createShares } from './shares.ts'

/** Does some work of an account; so many at once, another waits a second for its place and is then refused. */
export type InPlace = <Outcome>(accountId: string, work: () => Promise<Outcome>) => Promise<Outcome>

/** For each account apart: nobody's work takes a place from anybody else's, unless all together have only so many. */
export function createPlaces(ofOne: number, all = Infinity): InPlace {
  const shares = createShares({ all, ofOne })
  return async (accountId, work) => {
    const leave = await shares.takeSoon(accountId, 1, seconds(1))
    if (!leave) throw busy()
    return work().finally(leave)
  }
}

export const busy = () =>
  new Failure(503, 'Está pidiendo mucho a la vez. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
  })
