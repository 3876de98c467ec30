import { hours } from '@lacre/letter/duration.ts'
import type { SignedIn } from './bearer.ts'
import { Failure } from './failure.ts'
import type { Limits } from './limits.ts'

const kilobyte = 1024
export const megabyte = 1024 * kilobyte

/** In bytes: what is written in an hour. */
type Hourly = { hourly: number }
/** Beside it what is kept in all. `full`: said where no more can be kept. */
type Share = Hourly & { kept: number; full: string }
/** Before an account's address is proven, and after. */
type Budget<Part> = {
  name: string
  unproven: Part
  proven: Part
  /** Said where too much was written; it gets the time to wait in words. */
  tooMuch: (wait: string) => string
}
export type WriteBudget = Budget<Hourly>
export type StorageBudget = Budget<Share>

/** Counts what one account writes now. @throws Failure 429 */
export type TakeBytes = (person: SignedIn, bytes: number) => Promise<void>

export function createWriteBudget(limits: Limits, budget: WriteBudget): TakeBytes {
  const { name, unproven, proven, tooMuch } = budget
  const refusal = { code: 'too-many-bytes', detail: tooMuch }
  const limitOf = (name: string, { hourly }: Hourly) =>
    limits({ name, points: hourly / kilobyte, within: hours(1), refusal })
  const written = {
    unproven: limitOf(`${name}-kb-unproven`, unproven),
    proven: limitOf(`${name}-kb`, proven),
  }
  return ({ accountId, emailVerified }, bytes) =>
    written[emailVerified ? 'proven' : 'unproven'].take(accountId, Math.ceil(bytes / kilobyte))
}

/** What one account may write and keep. */
export function createStorageBudget(limits: Limits, budget: StorageBudget) {
  const write = createWriteBudget(limits, budget)
  const shareOf = ({ emailVerified }: SignedIn) => budget[emailVerified ? 'proven' : 'unproven']
  return {
    /** Counts what is written now, and answers what may be kept in all. @throws Failure 429 */
    async take(person: SignedIn, bytes: number): Promise<number> {
      await write(person, bytes)
      return shareOf(person).kept
    },
    mayKeep: (person: SignedIn) => shareOf(person).kept,
    noSpaceLeft: (person: SignedIn) => new Failure(413, shareOf(person).full, 'no-space-left'),
  }
}
