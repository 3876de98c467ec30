import { seconds, type Ms } from '@lacre/letter/days.ts'
import { Failure } from './failure.ts'
import { createShares } from './shares.ts'

/** Runs `work` of `key` (a network, an account) once there is a slot for it. @throws Failure, `refusal`, when there was none in time */
export type ConcurrencyLimit = <Outcome>(
  key: string,
  work: () => Promise<Outcome>,
  /** How many slots it takes: one, or as many as it has bytes where bytes are counted. */
  slots?: number,
) => Promise<Outcome>

/** Each key has slots of its own, so that nobody takes anybody else's, unless `total` limits all keys together. */
export function createConcurrencyLimit({
  perKey,
  total = Infinity,
  maxWait = seconds(1),
  refusal = busy,
}: {
  perKey: number
  total?: number
  /** How long work waits for a slot before it is refused. */
  maxWait?: Ms
  refusal?: () => Failure
}): ConcurrencyLimit {
  const shares = createShares({ total, perKey })
  return async (key, work, slots = 1) => {
    const release = await shares.takeInTurn(key, slots, maxWait)
    if (!release) throw refusal()
    return work().finally(release)
  }
}

export const busy = () =>
  new Failure(503, 'Está pidiendo mucho a la vez. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
  })
