import { days, hours } from '@lacre/letter/days.ts'
import { each } from '../check/violation.ts'
import type { InProcess } from '../house/in-process.ts'
import { pass, round } from '../house/settle.ts'
import { atNext, intentOf, loseAll, once, only, paid, tellAll, type Scene } from './scene.ts'

const refundCall = 'POST /v1/refunds'

/** An answer to the next refund is on its way, and meanwhile this happens. */
function whileRefundIsAnswered(house: InProcess, happens: () => Promise<unknown>) {
  atNext(house, 'after', `cards ${refundCall}`, happens)
}

/** What the card provider tells weeks later, never, or in another order than it happened. */
export const lateNewsScenes: Record<string, Scene> = {
  async 'a dispute is opened weeks after, and its event is lost'(house, seed) {
    await paid(house, seed)
    await round(house)
    await pass(house, days(30))
    house.books.dispute(intentOf(house))
    loseAll(house)
  },
  async 'a refund fails after two weeks, and its event is lost'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    house.network.refundState = 'pending'
    await person.cancel(frozen)
    await house.chore('refunds')
    await tellAll(house)
    await pass(house, days(14))
    house.books.endRefund(intentOf(house), only(intentOf(house).refunds), 'failed')
    loseAll(house)
  },
  async 'a refund fails after it arrived, and the provider knows its payment no more'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await person.cancel(frozen)
    await house.chore('refunds')
    await tellAll(house)
    const intent = intentOf(house)
    house.books.forget(intent)
    house.network.isUnlisted = true
    house.books.endRefund(intent, only(intent.refunds), 'failed')
    loseAll(house)
  },
  async 'the failure of a refund is remembered longer than a day'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    house.books.keys.keptFor = days(60)
    await person.cancel(frozen)
    house.network.trouble = once(refundCall, 'failed-before')
    await house.chore('refunds')
    await pass(house, hours(25))
  },
  async 'a refund has arrived before the answer to it'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    house.network.refundState = 'pending'
    await person.cancel(frozen)
    whileRefundIsAnswered(house, async () => {
      house.books.endRefund(intentOf(house), only(intentOf(house).refunds), 'succeeded')
      await tellAll(house)
    })
    await house.chore('refunds')
    const { house: books } = await house.evidence()
    return {
      M10: each(
        'M10',
        books.cardRefunds,
        ({ state }) => state !== 'succeeded' && `was heard to be back, and is ${state} again`,
        () => frozen.letter,
      ),
    }
  },
  async 'a refund fails, and again while it is answered, and is asked for each time'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    const operator = await house.operator()
    const failLast = async () => {
      house.books.endRefund(intentOf(house), only(intentOf(house).refunds.toReversed()), 'failed')
      await tellAll(house)
      await operator.decide(frozen.letter, 'give-back')
    }
    house.network.refundState = 'pending'
    await person.cancel(frozen)
    await house.chore('refunds')
    await failLast()
    whileRefundIsAnswered(house, failLast)
    await house.chore('refunds')
    house.network.refundState = 'succeeded'
  },
}
