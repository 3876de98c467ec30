import { seconds } from '@lacre/letter/duration.ts'
import type { Db } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'
import { bodyWithAccount } from '../../http/bodies/guard-bodies.ts'
import { tooManyTries } from '../../http/limits.ts'
import { createPlaces } from '../../http/places.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Turn } from '../../typesetting/typesetter.ts'
import { goesFirst } from './goes-first.ts'
import { createWorkBudget } from './work-budget.ts'

/** More than fifty letters with photos take, one after the other. */
const most = seconds(60)
const atOnce = { ofAccount: 2, ofNetwork: 8 }
/** Letters of a network whose remote pictures are fetched at the same time: four of ten megabytes each. */
const fetching = { payers: { all: 8, ofOne: 2 }, strangers: { all: 3, ofOne: 1 } }
/** Bytes of bodies at work, also of those whose senders have gone. */
const atWork = {
  payers: { all: 8 * bodyWithAccount, ofOne: 2 * bodyWithAccount },
  strangers: { all: 4 * bodyWithAccount, ofOne: 2 * bodyWithAccount },
}

/** What one Enviar may take of what all share. */
export type Share = {
  turn: Turn
  whileFetching: <Outcome>(fetch: () => Promise<Outcome>) => Promise<Outcome>
}

/**
 * Enviar, each in its place and turn (design.md#payers-first): nobody's letters cost much to anybody else, and those of
 * strangers nothing to who pays.
 */
export function createSenders({ db, clock }: { db: Db; clock: Clock }) {
  const ofAccount = createPlaces({ ofOne: atOnce.ofAccount })
  const ofNetwork = createPlaces({ ofOne: atOnce.ofNetwork })
  const sharesOf = (who: 'payers' | 'strangers') => ({
    work: createWorkBudget(clock, most),
    fetching: createPlaces(fetching[who]),
    atWork: createPlaces(atWork[who]),
  })
  const [payers, strangers] = [sharesOf('payers'), sharesOf('strangers')]

  /** `bytes`: of the body. @throws Failure 429 or 503 */
  return async <Outcome>(
    person: SignedIn,
    { network, bytes }: { network: string; bytes: number },
    send: (share: Share) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const isFirst = await goesFirst(db, person)
    const { work, fetching, atWork } = isFirst ? payers : strangers
    const { worked, isSpent } = work.of(person.accountId, network)
    if (!isFirst && isSpent()) throw tooManyTries(work.secondsLeft())
    const share: Share = {
      // A letter that was begun is finished; who goes first and has spent theirs waits among the others.
      turn: { network, worked, isLater: () => !isFirst || isSpent(), isSpent: () => false },
      whileFetching: (fetch) => fetching(network, fetch),
    }
    const inRoom = () => atWork(isFirst ? person.accountId : network, () => send(share), bytes)
    const inPlace = () => ofAccount(person.accountId, inRoom)
    return isFirst ? inPlace() : ofNetwork(network, inPlace)
  }
}
