import { type Ms, seconds } from '@lacre/letter/days.ts'
import { siteOf } from './bearer.ts'
import { Failure } from './failure.ts'

/** So much of something for all together, and of that so much for one, and half for all callers of a site (design.md#networks). */
type Shares = {
  /** Of which there is not enough left. */
  lacking(one: string, amount: number): 'own' | 'site' | 'all' | undefined
  /** Undefined when there is not enough left, for this one or at all; else what gives it back, once. */
  take(one: string, amount: number): (() => void) | undefined
  /**
   * As soon as it is there, for as long as that: whose site has least before, then who has least, then whoever came first.
   * A crowd that is refused at once calls again at once.
   */
  takeInTurn(one: string, amount: number, wait: Ms): Promise<(() => void) | undefined>
}

export function createShares({ total, perKey }: { total: number; perKey: number }): Shares {
  const taken = new Map<string, number>()
  let sum = 0
  /** Takes what it waits for if it is there. */
  const waiting = new Set<{ one: string; tryAgain: () => void }>()
  const takenBy = (who: string) => taken.get(who) ?? 0
  function lacking(one: string, amount: number) {
    const site = siteOf(one)
    if (takenBy(one) + amount > perKey) return 'own'
    if (site !== one && takenBy(site) + amount > total / 2) return 'site'
    return sum + amount > total ? 'all' : undefined
  }
  function tryAllAgain() {
    const inTurn = [...waiting].toSorted(
      (a, b) => takenBy(siteOf(a.one)) - takenBy(siteOf(b.one)) || takenBy(a.one) - takenBy(b.one),
    )
    for (const { tryAgain } of inTurn) tryAgain()
  }
  function take(one: string, amount: number) {
    if (lacking(one, amount)) return undefined
    const add = (change: number) => {
      sum += change
      for (const who of new Set([one, siteOf(one)])) {
        const left = takenBy(who) + change
        if (left === 0) taken.delete(who)
        else taken.set(who, left)
      }
    }
    add(amount)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      add(-amount)
      tryAllAgain()
    }
  }
  const waitInTurn = (one: string, amount: number, wait: Ms) =>
    new Promise<(() => void) | undefined>((resolve) => {
      const end = (leave?: () => void) => {
        clearTimeout(timer)
        waiting.delete(waiter)
        resolve(leave)
      }
      const waiter = {
        one,
        tryAgain() {
          const leave = take(one, amount)
          if (leave) end(leave)
        },
      }
      const timer = setTimeout(end, wait)
      waiting.add(waiter)
    })
  return {
    lacking,
    take,
    takeInTurn: async (one, amount, wait) => take(one, amount) ?? waitInTurn(one, amount, wait),
  }
}

/** Runs `work` of `key` (a network, an account) once there is a slot for it. @throws Failure, `refusal`, when there was none in time */
type ConcurrencyLimit = <Outcome>(
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
