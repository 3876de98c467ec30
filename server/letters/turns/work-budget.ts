import { inSeconds, milliseconds, minutes, type Ms } from '@lacre/letter/days.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Turn } from '../../typesetting/typesetter.ts'

const within = minutes(1)

/** How long children may work for one network, or account, in a minute (design.md#payers-first). */
export function createWorkBudget(clock: Clock, perMinute: Ms) {
  const spent = new Map<string, number>()
  let until = 0
  function ofThisMinute() {
    const now = clock.now().getTime()
    if (now >= until) {
      spent.clear()
      until = now + within
    }
    return spent
  }
  return {
    /** Spent as soon as one of them has spent theirs. */
    of: (...whose: string[]): Pick<Turn, 'worked' | 'isSpent'> => ({
      worked(ms) {
        for (const one of whose) ofThisMinute().set(one, (spent.get(one) ?? 0) + ms)
      },
      isSpent: () => whose.some((one) => (ofThisMinute().get(one) ?? 0) >= perMinute),
    }),
    secondsLeft: () => Math.ceil(inSeconds(milliseconds(until - clock.now().getTime()))),
  }
}
