import { inSeconds, milliseconds, minutes, seconds } from '@lacre/letter/duration.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Turn } from '../../typesetting/typesetter.ts'

const within = minutes(1)
/** Six hundred previews of a page, or twenty of the heaviest pictures. */
const most = seconds(20)

/** How long children may work for the previews of one network in a minute (design.md#payers-first). */
export function createWorkBudget(clock: Clock) {
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
    of: (network: string): Pick<Turn, 'worked' | 'isSpent'> => ({
      worked: (ms) => void ofThisMinute().set(network, (spent.get(network) ?? 0) + ms),
      isSpent: () => (ofThisMinute().get(network) ?? 0) >= most,
    }),
    secondsLeft: () => Math.ceil(inSeconds(milliseconds(until - clock.now().getTime()))),
  }
}
