import { seconds, type Ms } from '@lacre/letter/duration.ts'
import { Failure } from './failure.ts'
import { createShares } from './shares.ts'

/** Does some work of one; so much at once, another waits for its place and is then refused. */
export type InPlace = <Outcome>(
  one: string,
  work: () => Promise<Outcome>,
  places?: number,
) => Promise<Outcome>

/** For each apart: nobody's work takes a place from anybody else's, unless all together have only so many. */
export function createPlaces({
  ofOne,
  all = Infinity,
  inTurn = seconds(1),
  refusal = busy,
}: {
  ofOne: number
  all?: number
  /** How long another waits. */
  inTurn?: Ms
  refusal?: () => Failure
}): InPlace {
  const shares = createShares({ all, ofOne })
  return async (one, work, places = 1) => {
    const leave = await shares.takeInTurn(one, places, inTurn)
    if (!leave) throw refusal()
    return work().finally(leave)
  }
}

export const busy = () =>
  new Failure(503, 'Está pidiendo mucho a la vez. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
  })
