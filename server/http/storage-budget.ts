import { days, hours } from '@lacre/letter/days.ts'
import type { SignedIn } from './bearer.ts'
import { siteOf } from './caller.ts'
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

/**
 * A registration costs nothing, so what accounts of a network write before their address is proven is counted together:
 * thirty people's letters with photos a day, or hundreds without, behind one address of a mobile carrier
 * (design.md#network-budget).
 */
const unprovenDaily = 2048 * megabyte
const confirmYours = {
  code: 'too-many-bytes',
  detail: (wait: string) =>
    `Desde su red ya se ha guardado mucho sin confirmar el correo. Confirme el suyo, o vuelva a intentarlo dentro de ${wait}.`,
}

export function createWriteBudget(limits: Limits, budget: WriteBudget): TakeBytes {
  const { name, unproven, proven, tooMuch } = budget
  const refusal = { code: 'too-many-bytes', detail: tooMuch }
  const limitOf = (name: string, { hourly }: Hourly) =>
    limits({ name, points: hourly / kilobyte, within: hours(1), refusal })
  const written = {
    unproven: limitOf(`${name}-kb-unproven`, unproven),
    proven: limitOf(`${name}-kb`, proven),
  }
  const ofNetwork = limits({
    name: 'unproven-kb-network',
    points: unprovenDaily / kilobyte,
    within: days(1),
    refusal: confirmYours,
  })
  return async ({ accountId, emailVerified, network }, bytes) => {
    const kilobytes = Math.ceil(bytes / kilobyte)
    await written[emailVerified ? 'proven' : 'unproven'].take(accountId, kilobytes)
    if (!emailVerified) await ofNetwork.take(siteOf(network), kilobytes)
  }
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
