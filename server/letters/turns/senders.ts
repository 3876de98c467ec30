import { seconds } from '@lacre/letter/duration.ts'
import type { Db } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'
import { tooManyTries } from '../../http/limits.ts'
import { createPlaces } from '../../http/places.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Turn } from '../../typesetting/typesetter.ts'
import { goesFirst } from './goes-first.ts'
import { createWorkBudget } from './work-budget.ts'

/** More than fifty letters with photos take, one after the other. */
const most = seconds(60)
const atOnce = { ofAccount: 2, ofNetwork: 8 }
/** Letters whose remote pictures are fetched at the same time: four of ten megabytes each. */
const fetching = { all: 3, ofOne: 1 }

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
  const ofAccount = createPlaces(atOnce.ofAccount)
  const ofNetwork = createPlaces(atOnce.ofNetwork)
  const shares = () => ({
    work: createWorkBudget(clock, most),
    fetching: createPlaces(fetching.ofOne, fetching.all),
  })
  const [payers, strangers] = [shares(), shares()]

  /** @throws Failure 429 or 503 */
  return async <Outcome>(
    person: SignedIn,
    network: string,
    send: (share: Share) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const isFirst = await goesFirst(db, person)
    const { work, fetching } = isFirst ? payers : strangers
    const { worked, isSpent } = work.of(person.accountId, network)
    if (!isFirst && isSpent()) throw tooManyTries(work.secondsLeft())
    const share: Share = {
      // A letter that was begun is finished; who goes first and has spent theirs waits among the others.
      turn: { network, worked, isLater: () => !isFirst || isSpent(), isSpent: () => false },
      whileFetching: (fetch) => fetching(isFirst ? person.accountId : network, fetch),
    }
    const inPlace = () => ofAccount(person.accountId, () => send(share))
    return isFirst ? inPlace() : ofNetwork(network, inPlace)
  }
}
