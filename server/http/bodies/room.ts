import { siteOf } from '../caller.ts'
import { createShares } from '../shares.ts'

/** What one body has of the room; it takes more as it arrives. */
export type Place = {
  fits(bytes: number): boolean
  /** Where there is no room whoever has been on their way longest gives way: false when that was this one. */
  take(bytes: number): boolean
  /** The time that we took is not its own: it gives way as one that has just begun. */
  hasWaited(): void
  /** It is whole, and gives way to nobody. */
  arrived(): void
  leave(): void
}
export type Room = { enter(network: string, giveWay: () => void): Place }

/** Who may give way to a body of `network`, by whose share it has no room in. */
const isAmong = {
  own: (network: string) => (other: string) => other === network,
  site: (network: string) => (other: string) => siteOf(other) === siteOf(network),
  all: () => () => true,
}

/** Bytes of the bodies in hand. Who would fill it has to bring them, and anew before those it keeps out have arrived. */
export function createRoom(memory: { total: number; perKey: number }): Room {
  const shares = createShares(memory)
  /** Longest first. */
  const onTheWay = new Map<Place, { network: string; giveWay: () => void }>()
  function longestOnItsWay(among: (network: string) => boolean) {
    for (const [place, { network, giveWay }] of onTheWay) if (among(network)) return { place, giveWay }
    return undefined
  }
  return {
    enter(network, giveWay) {
      const taken: (() => void)[] = []
      const place: Place = {
        fits: (bytes) => !shares.lacking(network, bytes),
        take(bytes) {
          while (onTheWay.has(place)) {
            const lacking = shares.lacking(network, bytes)
            if (!lacking) taken.push(shares.take(network, bytes)!)
            if (!lacking) return true
            const longest = longestOnItsWay(isAmong[lacking](network))
            longest?.place.leave()
            longest?.giveWay()
          }
          return false
        },
        hasWaited() {
          const own = onTheWay.get(place)
          if (onTheWay.delete(place) && own) onTheWay.set(place, own)
        },
        arrived: () => void onTheWay.delete(place),
        leave() {
          onTheWay.delete(place)
          for (const giveBack of taken.splice(0)) giveBack()
        },
      }
      onTheWay.set(place, { network, giveWay })
      return place
    },
  }
}
