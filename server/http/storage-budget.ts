import { hours } from '@lacre/letter/duration.ts'
import type { SignedIn } from './bearer.ts'
import { Failure } from './failure.ts'
import type { Limits } from './limits.ts'

const kilobyte = 1024
export const megabyte = 1024 * kilobyte

/** In bytes: what is kept in all, and what is written in an hour. `full`: said where no more can be kept. */
type Share = { kept: number; hourly: number; full: string }
/** Before an account's address is proven, and after. */
export type StorageBudget = {
  name: string
  unproven: Share
  proven: Share
  /** Said where too much was written; it gets the time to wait in words. */
  tooMuch: (wait: string) => string
}

/** What one account may write and keep. */
export function createStorageBudget(limits: Limits, { name, unproven, proven, tooMuch }: StorageBudget) {
  const refusal = { code: 'too-many-bytes', detail: tooMuch }
  const withLimit = (name: string, share: Share) => ({
    ...share,
    written: limits({ name, points: share.hourly / kilobyte, within: hours(1), refusal }),
  })
  const shares = {
    unproven: withLimit(`${name}-kb-unproven`, unproven),
    proven: withLimit(`${name}-kb`, proven),
  }
  const shareOf = ({ emailVerified }: SignedIn) => shares[emailVerified ? 'proven' : 'unproven']
  return {
    /** Counts what is written now, and answers what may be kept in all. @throws Failure 429 */
    async take(person: SignedIn, bytes: number): Promise<number> {
      const { written, kept } = shareOf(person)
      await written.take(person.accountId, Math.ceil(bytes / kilobyte))
      return kept
    },
    noSpaceLeft: (person: SignedIn) => new Failure(413, shareOf(person).full, 'no-space-left'),
  }
}
