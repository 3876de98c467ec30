import { days, hours } from '@lacre/letter/days.ts'
import { pass } from '../nodes/in-process-idle.ts'
import { givenBackBeforeBatch, givenBackOutside, lostAfterCancelling, wonAfterBatch } from './bank.ts'
import { paidOrder } from './order.ts'
import { atNext, broken, intentOf, loseAll, once, first, deliverAll, type Story } from './story.ts'

const refundCall = 'POST /v1/refunds'

/** Letters that are paid together, and some are refunded. */
export const orderRefundStories: Record<string, Story> = {
  async 'cancels one of three, and again'(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    await customer.cancel(order[1]!)
    await server.chore('refunds')
    await customer.cancel(order[1]!)
  },
  async 'cancels two of three, and the response to the first refund is lost'(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    await customer.cancel(order[0]!)
    await customer.cancel(order[2]!)
    server.network.failureOf = once(refundCall, 'response-lost')
    await server.chore('refunds')
    await pass(server, hours(2))
    await server.chore('refunds')
    const made = intentOf(server).refunds.length
    return broken('M8', order[0]!, made !== 2 && `${made} refunds were made within two hours, of 2`)
  },
  async 'the refund of one of three hangs for a day, and another server takes over'(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    await customer.cancel(order[1]!)
    atNext(server, 'before', `cards ${refundCall}`, async () => {
      await pass(server, hours(23.5))
      await server.chore('refunds')
    })
    await server.chore('refunds')
    const made = intentOf(server).refunds.length
    return broken('M8', order[1]!, made !== 1 && `${made} refunds were made, of 1`)
  },
  async 'the refunds of twelve letters of an order arrive after days'(server, seed) {
    const { customer, order } = await paidOrder(server, seed, 14)
    server.network.refundState = 'pending'
    for (const one of order.slice(2)) await customer.cancel(one)
    await server.chore('refunds')
    await server.chore('refunds')
    await deliverAll(server)
    await pass(server, days(3))
    const intent = intentOf(server)
    for (const refund of intent.refunds) server.books.endRefund(intent, refund, 'succeeded')
    if (seed.is(0.5)) loseAll(server)
  },
  async "a part of an order is refunded on the provider's pages"(server, seed) {
    const { order } = await paidOrder(server, seed)
    await givenBackBeforeBatch(server, 500)
    const operator = await server.operator()
    await operator.decide(order[1]!.letter, 'name-refund')
    await operator.decide(order[0]!.letter, 'name-refund')
  },
  async "a part is refunded on the provider's pages, and then one letter is cancelled"(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    await givenBackOutside(server, 100)
    await (await server.operator()).decide(order[0]!.letter, 'name-refund')
    await customer.cancel(order[0]!)
    await server.chore('refunds')
  },
  async "a part is refunded on the provider's pages while the refund of one letter is pending"(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    await customer.cancel(order[0]!)
    atNext(server, 'before', `cards ${refundCall}`, () => givenBackOutside(server, 100))
    await server.chore('refunds')
    await deliverAll(server)
    await (await server.operator()).decide(order[2]!.letter, 'name-refund')
    for (const one of order.slice(1)) await customer.cancel(one)
    await server.chore('refunds')
  },
  async "all of an order is refunded on the provider's pages"(server, seed) {
    await paidOrder(server, seed)
    await givenBackBeforeBatch(server, intentOf(server).amount_received)
  },
  async "the rest of an order is refunded on the provider's pages"(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    await customer.cancel(order[0]!)
    await server.chore('refunds')
    await givenBackOutside(server, order[1]!.total + order[2]!.total)
  },
  async 'an order is disputed before the batch, and won'(server, seed) {
    const { order } = await paidOrder(server, seed)
    const operator = await server.operator()
    await wonAfterBatch(server)
    await operator.decide(order[0]!.letter, 'resume')
    await operator.decide(order[1]!.letter, 'cancel')
    await operator.decide(order[2]!.letter, 'resume')
  },
  async 'one of an order is cancelled, and the order is disputed and lost'(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    await customer.cancel(order[0]!)
    await server.chore('refunds')
    await deliverAll(server)
    await lostAfterCancelling(server, () => customer.cancel(order[1]!))
  },
  async 'the refund of one letter of an order fails after days'(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    server.network.refundState = 'pending'
    await customer.cancel(order[1]!)
    await server.chore('refunds')
    await deliverAll(server)
    await pass(server, days(3))
    server.books.endRefund(intentOf(server), first(intentOf(server).refunds), 'failed')
    await deliverAll(server)
    server.network.refundState = 'succeeded'
    const operator = await server.operator()
    await operator.decide(order[1]!.letter, 'give-back')
    await pass(server, hours(1))
  },
}
