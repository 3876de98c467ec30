import { days, hours } from '@lacre/letter/days.ts'
import { pass } from '../house/settle.ts'
import { givenBackBeforeBatch, givenBackOutside, lostAfterCancelling, wonAfterBatch } from './bank.ts'
import { paidOrder } from './order.ts'
import { atNext, broken, intentOf, loseAll, once, only, tellAll, type Scene } from './scene.ts'

const refundCall = 'POST /v1/refunds'

/** Letters that were paid together, and the money of some of them goes back. */
export const orderRefundScenes: Record<string, Scene> = {
  async 'cancels one of three, and again'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await person.cancel(order[1]!)
    await house.chore('refunds')
    await person.cancel(order[1]!)
  },
  async 'cancels two of three, and the answer to the first refund is lost'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await person.cancel(order[0]!)
    await person.cancel(order[2]!)
    house.network.trouble = once(refundCall, 'back')
    await house.chore('refunds')
    await pass(house, hours(2))
    await house.chore('refunds')
    const made = intentOf(house).refunds.length
    return broken('M8', order[0]!, made !== 2 && `${made} refunds were made within two hours, of 2`)
  },
  async 'the refund of one of three is held for a day, and another server goes on'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await person.cancel(order[1]!)
    atNext(house, 'before', `cards ${refundCall}`, async () => {
      await pass(house, hours(23.5))
      await house.chore('refunds')
    })
    await house.chore('refunds')
    const made = intentOf(house).refunds.length
    return broken('M8', order[1]!, made !== 1 && `${made} refunds were made, of 1`)
  },
  async 'cancels all of three at once'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await Promise.all(order.map((one) => person.cancel(one)))
    await Promise.all([house.chore('refunds'), house.chore('refunds')])
  },
  async 'twelve of fourteen are cancelled, each by itself'(house, seed) {
    const { person, order } = await paidOrder(house, seed, 14)
    for (const one of order.slice(2)) {
      await person.cancel(one)
      await house.chore('refunds')
      if (seed.is(0.3)) await tellAll(house)
    }
  },
  async 'the refunds of twelve letters of an order arrive after days'(house, seed) {
    const { person, order } = await paidOrder(house, seed, 14)
    house.network.refundState = 'pending'
    for (const one of order.slice(2)) await person.cancel(one)
    await house.chore('refunds')
    await house.chore('refunds')
    await tellAll(house)
    await pass(house, days(3))
    const intent = intentOf(house)
    for (const refund of intent.refunds) house.books.endRefund(intent, refund, 'succeeded')
    if (seed.is(0.5)) loseAll(house)
  },
  async 'an operator refunds one of three letters'(house, seed) {
    const { order } = await paidOrder(house, seed)
    const operator = await house.operator()
    await operator.decide(order[2]!.letter, 'refund')
    await house.chore('refunds')
    await tellAll(house)
    await house.closeBatch()
    await house.print()
  },
  async 'a part of an order is given back outside'(house, seed) {
    const { order } = await paidOrder(house, seed)
    await givenBackBeforeBatch(house, 500)
    const operator = await house.operator()
    await operator.decide(order[1]!.letter, 'name-refund')
    await operator.decide(order[0]!.letter, 'name-refund')
  },
  async 'a part is given back outside, and then one letter is cancelled'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await givenBackOutside(house, 100)
    await (await house.operator()).decide(order[0]!.letter, 'name-refund')
    await person.cancel(order[0]!)
    await house.chore('refunds')
  },
  async 'a part is given back outside while the refund of one letter is on its way'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await person.cancel(order[0]!)
    atNext(house, 'before', `cards ${refundCall}`, () => givenBackOutside(house, 100))
    await house.chore('refunds')
    await tellAll(house)
    await (await house.operator()).decide(order[2]!.letter, 'name-refund')
    for (const one of order.slice(1)) await person.cancel(one)
    await house.chore('refunds')
  },
  async 'all of an order is given back outside'(house, seed) {
    await paidOrder(house, seed)
    await givenBackBeforeBatch(house, intentOf(house).amount_received)
  },
  async 'what is left of an order is given back outside'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await person.cancel(order[0]!)
    await house.chore('refunds')
    await givenBackOutside(house, order[1]!.total + order[2]!.total)
  },
  async 'an order is disputed before the batch, and won'(house, seed) {
    const { order } = await paidOrder(house, seed)
    const operator = await house.operator()
    await wonAfterBatch(house)
    await operator.decide(order[0]!.letter, 'resume')
    await operator.decide(order[1]!.letter, 'cancel')
    await operator.decide(order[2]!.letter, 'resume')
  },
  async 'one of an order is cancelled, and the order is disputed and lost'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    await person.cancel(order[0]!)
    await house.chore('refunds')
    await tellAll(house)
    await lostAfterCancelling(house, () => person.cancel(order[1]!))
  },
  async 'the refund of one letter of an order fails after days'(house, seed) {
    const { person, order } = await paidOrder(house, seed)
    house.network.refundState = 'pending'
    await person.cancel(order[1]!)
    await house.chore('refunds')
    await tellAll(house)
    await pass(house, days(3))
    house.books.endRefund(intentOf(house), only(intentOf(house).refunds), 'failed')
    await tellAll(house)
    house.network.refundState = 'succeeded'
    const operator = await house.operator()
    await operator.decide(order[1]!.letter, 'give-back')
    await pass(house, hours(1))
  },
}
