import { seconds } from '@lacre/letter/duration.ts'
import type { Db } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'
import { bodyWithAccount, usualBody } from '../../http/bodies/guard-bodies.ts'
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
/** Bytes of a network's bodies at work and of the drafts they name, also of those whose senders have gone. */
const atWork = {
  payers: { all: 8 * bodyWithAccount, ofOne: 2 * bodyWithAccount },
  strangers: { all: 4 * bodyWithAccount, ofOne: 2 * bodyWithAccount },
}
/** Of letters as short as `usualBody`: no long one takes their room. */
const shortAtWork = { all: 256 * usualBody, ofOne: 16 * usualBody }
/** For a place: a letter or two are done, and whoever pressed twice sees no refusal. */
const inTurn = seconds(5)

/** What one Enviar may take of what all share. */
export type Share = {
  turn: Turn
  /** So many bytes more. @throws Failure 503 */
  inRoom: <Outcome>(bytes: number, work: () => Promise<Outcome>) => Promise<Outcome>
  whileFetching: <Outcome>(fetch: () => Promise<Outcome>) => Promise<Outcome>
}

/**
 * Enviar, each in its place and turn (design.md#payers-first): nobody's letters cost much to anybody else, and those of
 * strangers nothing to who pays.
 */
export function createSenders({ db, clock }: { db: Db; clock: Clock }) {
  const ofAccount = createPlaces({ ofOne: atOnce.ofAccount, inTurn })
  const ofNetwork = createPlaces({ ofOne: atOnce.ofNetwork, inTurn })
  const sharesOf = (who: 'payers' | 'strangers') => ({
    work: createWorkBudget(clock, most),
    fetching: createPlaces(fetching[who]),
    longAtWork: createPlaces({ ...atWork[who], inTurn }),
    shortAtWork: createPlaces({ ...shortAtWork, inTurn }),
  })
  const [payers, strangers] = [sharesOf('payers'), sharesOf('strangers')]

  /** `bytes`: of the body. @throws Failure 429 or 503 */
  return async <Outcome>(
    person: SignedIn,
    { network, bytes }: { network: string; bytes: number },
    send: (share: Share) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const isFirst = await goesFirst(db, person)
    const { work } = isFirst ? payers : strangers
    const { worked, isSpent } = work.of(person.accountId, network)
    if (!isFirst && isSpent()) throw tooManyTries(work.secondsLeft())
    // A letter that was begun is finished; who goes first and has spent theirs waits, and has room, among the others.
    const isLater = () => !isFirst || isSpent()
    const places = () => (isLater() ? strangers : payers)
    const share: Share = {
      turn: { network, worked, isLater, isSpent: () => false },
      inRoom: (more, whileThere) =>
        places()[more > usualBody ? 'longAtWork' : 'shortAtWork'](network, whileThere, more),
      whileFetching: (fetch) => places().fetching(network, fetch),
    }
    const inPlace = () => ofAccount(person.accountId, () => share.inRoom(bytes, () => send(share)))
    return isFirst ? inPlace() : ofNetwork(network, inPlace)
  }
}
