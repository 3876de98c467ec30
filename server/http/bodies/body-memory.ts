import { siteOf } from '../caller.ts'
import { createShares } from '../shares.ts'

/** The bytes of memory that one body has reserved; it reserves more as it arrives. */
export type Reservation = {
  fits(bytes: number): boolean
  /** Where memory lacks the body that has been arriving longest is evicted: false when that was this one. */
  reserve(bytes: number): boolean
  /** We made it wait, which must not count against it: from now on it is the last to be evicted. */
  hasWaited(): void
  /** It is whole, and is no longer evicted. */
  arrived(): void
  release(): void
}
/** `onEvicted`: called once its reservation has been released for another body. */
export type MemoryBudget = { enter(network: string, onEvicted: () => void): Reservation }

/** Which bodies may be evicted for one of `network`, by whose share lacks the bytes. */
const isAmong = {
  own: (network: string) => (other: string) => other === network,
  site: (network: string) => (other: string) => siteOf(other) === siteOf(network),
  all: () => () => true,
}

/**
 * Limits the bytes of the bodies in hand. Only bytes that have come are reserved, not those that were announced, and a body
 * that has not arrived in full is evicted for a newer one. So whoever would keep others out has to send as many bytes as the
 * budget has, and again within the time that one of the others takes to arrive.
 */
export function createMemoryBudget(memory: { total: number; perKey: number }): MemoryBudget {
  const shares = createShares(memory)
  /** The one that has been arriving longest first. */
  const arriving = new Map<Reservation, { network: string; onEvicted: () => void }>()
  function longestArriving(among: (network: string) => boolean) {
    for (const [reservation, { network, onEvicted }] of arriving)
      if (among(network)) return { reservation, onEvicted }
    return undefined
  }
  return {
    enter(network, onEvicted) {
      const reserved: (() => void)[] = []
      const reservation: Reservation = {
        fits: (bytes) => !shares.lacking(network, bytes),
        reserve(bytes) {
          while (arriving.has(reservation)) {
            const lacking = shares.lacking(network, bytes)
            if (!lacking) reserved.push(shares.take(network, bytes)!)
            if (!lacking) return true
            const longest = longestArriving(isAmong[lacking](network))
            longest?.reservation.release()
            longest?.onEvicted()
          }
          return false
        },
        hasWaited() {
          const own = arriving.get(reservation)
          if (arriving.delete(reservation) && own) arriving.set(reservation, own)
        },
        arrived: () => void arriving.delete(reservation),
        release() {
          arriving.delete(reservation)
          for (const release of reserved.splice(0)) release()
        },
      }
      arriving.set(reservation, { network, onEvicted })
      return reservation
    },
  }
}
