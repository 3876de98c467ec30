import { inSeconds, milliseconds, minutes, type Ms, seconds } from '@lacre/letter/days.ts'
import type { Db } from '../database/tables.ts'
import type { SignedIn } from '../http/bearer.ts'
import { bodyWithAccount, tooManyTries, usualBody } from '../http/limits.ts'
import { createConcurrencyLimit } from '../http/semaphore.ts'
import type { Clock } from '../outside/clock.ts'
import type { Turn } from '../typesetting/typesetter.ts'
import type { World } from '../world.ts'

/** Work of child processes per minute, for an account and for a network: more than fifty letters with photos need. */
const workPerMinute = seconds(60)
const atOnce = { ofAccount: 2, ofNetwork: 8 }
/** Letters per network whose remote pictures are fetched at once: four pictures of ten megabytes each. */
const fetching = { trusted: { total: 8, perKey: 2 }, untrusted: { total: 3, perKey: 1 } }
/** Bytes per network of bodies in work and of their drafts, also after their senders disconnected. */
const atWork = {
  trusted: { total: 8 * bodyWithAccount, perKey: 2 * bodyWithAccount },
  untrusted: { total: 4 * bodyWithAccount, perKey: 2 * bodyWithAccount },
}
/** Letters up to `usualBody` have their own limit, so that long ones cannot block them. */
const shortAtWork = { total: 256 * usualBody, perKey: 16 * usualBody }
/** How long Enviar waits for a slot: a letter or two finish meanwhile, so that a double press is not refused. */
const maxWait = seconds(5)

/** The part of the shared limits that one Enviar uses. */
export type Share = {
  turn: Turn
  /** Reserves bytes during `work`. @throws Failure 503 */
  inRoom: <Outcome>(bytes: number, work: () => Promise<Outcome>) => Promise<Outcome>
  whileFetching: <Outcome>(fetch: () => Promise<Outcome>) => Promise<Outcome>
}

/**
 * Gives each Enviar its slots and its turn (design/load.md#payers-first): no sender can slow others much, and untrusted
 * senders never slow trusted ones.
 */
export function createSenders({ db, clock }: Pick<World, 'db' | 'clock'>) {
  const ofAccount = createConcurrencyLimit({ perKey: atOnce.ofAccount, maxWait })
  const ofNetwork = createConcurrencyLimit({ perKey: atOnce.ofNetwork, maxWait })
  const createLimits = (who: 'trusted' | 'untrusted') => ({
    work: createWorkBudget(clock, workPerMinute),
    fetching: createConcurrencyLimit(fetching[who]),
    longAtWork: createConcurrencyLimit({ ...atWork[who], maxWait }),
    shortAtWork: createConcurrencyLimit({ ...shortAtWork, maxWait }),
  })
  const shares = { trusted: createLimits('trusted'), untrusted: createLimits('untrusted') }

  /** `bytes`: the body's size. @throws Failure 429 or 503 */
  return async <Outcome>(
    account: SignedIn,
    { network, bytes }: { network: string; bytes: number },
    send: (share: Share) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const trusted = await isTrusted(db, account)
    const { work } = trusted ? shares.trusted : shares.untrusted
    const { worked, isSpent } = work.of(account.accountId, network)
    if (!trusted && isSpent()) throw tooManyTries(work.secondsLeft())
    // A started letter is finished. A trusted sender over budget waits among the untrusted.
    const isLater = () => !trusted || isSpent()
    const limits = () => (isLater() ? shares.untrusted : shares.trusted)
    const share: Share = {
      turn: { network, worked, isLater, isSpent: () => false },
      inRoom: (more, whileThere) =>
        limits()[more > usualBody ? 'longAtWork' : 'shortAtWork'](network, whileThere, more),
      whileFetching: (fetch) => limits().fetching(network, fetch),
    }
    const sendInTurn = () => ofAccount(account.accountId, () => share.inRoom(bytes, () => send(share)))
    return trusted ? sendInTurn() : ofNetwork(network, sendInTurn)
  }
}

/**
 * True once the address is proven or a letter was paid. Registration is free, so it counts no more than a call without
 * an account (design/load.md#payers-first).
 */
export const isTrusted = async (db: Db, { accountId, emailVerified }: SignedIn): Promise<boolean> =>
  emailVerified || hasPaid(db, accountId)

async function hasPaid(db: Db, accountId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('letter', 'letter.id', 'payment.letter_id')
    .select('payment.id')
    .where('account_id', '=', accountId)
    .where('received_cents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}

const within = minutes(1)

/** Limits the work of child processes per minute, by network or account (design/load.md#payers-first). */
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
    /** Spent as soon as one of the keys is spent. */
    of: (...keys: string[]): Pick<Turn, 'worked' | 'isSpent'> => ({
      worked(ms) {
        for (const key of keys) ofThisMinute().set(key, (spent.get(key) ?? 0) + ms)
      },
      isSpent: () => keys.some((key) => (ofThisMinute().get(key) ?? 0) >= perMinute),
    }),
    secondsLeft: () => Math.ceil(inSeconds(milliseconds(until - clock.now().getTime()))),
  }
}
