import type { Ms } from '@lacre/letter/duration.ts'
import { createShares } from '../shares.ts'

/** Bytes taken in at once, however small the pieces that come: what is counted stays in proportion to what is brought. */
const step = 64 * 1024

export type Pace = { all: number; ofOne: number; within: Ms }

/**
 * Bytes that bodies may bring `within` a time, all together and of one network; what is beyond waits, unread, for at most as
 * long. The first step of a body is not counted, so that nobody slows others down by what has not come.
 */
export function createPace({ within, ...bytes }: Pace) {
  const brought = createShares(bytes)
  return (network: string) => {
    let paid = step
    /** False when it has waited too long. */
    return async (amount: number): Promise<boolean> => {
      while (paid < amount) {
        const later = await brought.takeInTurn(network, step, within)
        if (!later) return false
        setTimeout(later, within).unref()
        paid += step
      }
      paid -= amount
      return true
    }
  }
}
