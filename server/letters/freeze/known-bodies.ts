import { createHash } from 'node:crypto'
import type { samplesIn } from '@lacre/letter/address/address.ts'
import { madridDay, type PostingDay } from '@lacre/letter/days.ts'
import type { Clock } from '../../outside/clock.ts'

/** Which letter a body came to, and what its answer says that no row does. No word of it, and no address. */
export type KnownBody = { fingerprint: Buffer; postOn: PostingDay; samples: ReturnType<typeof samplesIn> }

/** Of all accounts together, in this process, until newer ones take their place; a few hundred bytes each. */
const maxKnownBodies = 2000
/** Bytes of one body, hashed on the main loop within a millisecond or two: a letter with a photo, and more. */
const maxBytes = 1024 * 1024

/** Bodies of letters, by their hash: whoever presses Enviar twice has them read once (design.md#same-letter-same-intent). */
export function createKnownBodies(clock: Clock) {
  const known = new Map<string, KnownBody>()
  return {
    /** For the account and this day alone: with the day go price and printed date. Undefined: it is too long. */
    keyOf(accountId: string, json: Uint8Array): string | undefined {
      if (json.length > maxBytes) return undefined
      const day = madridDay(clock.now())
      return createHash('sha256').update(`${accountId} ${day} `).update(json).digest('base64')
    },
    get: (key: string): KnownBody | undefined => known.get(key),
    keep(key: string, body: KnownBody) {
      known.delete(key) // the newest is the last to go
      known.set(key, body)
      if (known.size > maxKnownBodies) known.delete(known.keys().next().value!)
    },
  }
}
