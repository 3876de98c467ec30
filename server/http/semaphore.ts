import { type Ms, seconds } from '@lacre/letter/days.ts'
import { siteOf } from './bearer.ts'
import { Failure } from './failure.ts'

/** Waits at most `wait` for `amount`. Returns an idempotent release function, or undefined on timeout. */
type TakeShare = (key: string, amount: number, wait: Ms) => Promise<(() => void) | undefined>

/** Each release checks all waiting calls, so more than these are refused at once. */
const mostWaiting = 256

/**
 * Counting semaphore with a global limit, a limit per key, and a limit per site of half the total
 * (design/load.md#networks).
 */
export function createShares({ total = Infinity, perKey }: { total?: number; perKey: number }): TakeShare {
  const inUse = new Map<string, number>()
  let sum = 0
  const waiting = new Set<{ key: string; tryAgain: () => void }>()
  const usageOf = (key: string) => inUse.get(key) ?? 0
  function isFree(key: string, amount: number) {
    const site = siteOf(key)
    if (usageOf(key) + amount > perKey || sum + amount > total) return false
    return site === key || usageOf(site) + amount <= total / 2
  }
  /** Sites with the least in use first, then keys with the least, then first in, first out. */
  function tryAllAgain() {
    const inTurn = [...waiting].toSorted(
      (a, b) => usageOf(siteOf(a.key)) - usageOf(siteOf(b.key)) || usageOf(a.key) - usageOf(b.key),
    )
    for (const { tryAgain } of inTurn) tryAgain()
  }
  function take(key: string, amount: number) {
    if (!isFree(key, amount)) return undefined
    const add = (change: number) => {
      sum += change
      for (const who of new Set([key, siteOf(key)])) {
        const left = usageOf(who) + change
        if (left === 0) inUse.delete(who)
        else inUse.set(who, left)
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
  const waitInTurn = (key: string, amount: number, wait: Ms) =>
    new Promise<(() => void) | undefined>((resolve) => {
      const end = (release?: () => void) => {
        clearTimeout(timer)
        waiting.delete(waiter)
        resolve(release)
      }
      const waiter = {
        key,
        tryAgain() {
          const release = take(key, amount)
          if (release) end(release)
        },
      }
      const timer = setTimeout(end, wait)
      waiting.add(waiter)
    })
  return async (key, amount, wait) => {
    const release = take(key, amount)
    return release || waiting.size >= mostWaiting ? release : waitInTurn(key, amount, wait)
  }
}

/** Runs `work` for `key` (a network, an account) once it has a slot. @throws Failure, `refusal`, after a timeout */
type ConcurrencyLimit = <Outcome>(
  key: string,
  work: () => Promise<Outcome>,
  /** The number of slots: one, or the bytes where bytes are counted. */
  slots?: number,
) => Promise<Outcome>

/** Each key has its own slots; `total` limits all keys together. */
export function createConcurrencyLimit({
  perKey,
  total,
  maxWait = seconds(1),
  refusal = busy,
}: {
  perKey: number
  total?: number
  /** How long work waits for a slot before it is refused. */
  maxWait?: Ms
  refusal?: () => Failure
}): ConcurrencyLimit {
  const takeShare = createShares({ ...(total !== undefined && { total }), perKey })
  return async (key, work, slots = 1) => {
    const release = await takeShare(key, slots, maxWait)
    if (!release) throw refusal()
    return work().finally(release)
  }
}

export const busy = () =>
  new Failure(503, 'Está pidiendo mucho a la vez. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
  })
