import { days } from '@lacre/letter/days.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { pass, round } from '../nodes/in-process-idle.ts'
import { atNext, intentOf, loseAll, first, paid, deliverAll, type Story } from './story.ts'

const refundCall = 'POST /v1/refunds'

/** Runs `happens` after the next refund, before its answer arrives. */
function whileRefundIsAnswered(server: InProcess, happens: () => Promise<unknown>) {
  atNext(server, 'after', `cards ${refundCall}`, happens)
}

/** Events that arrive weeks later, never, or in another order. */
export const lateNewsStories: Record<string, Story> = {
  async 'a dispute is opened weeks after, and its event is lost'(server, seed) {
    await paid(server, seed)
    await round(server)
    await pass(server, days(30))
    server.books.dispute(intentOf(server))
    loseAll(server)
  },
  async 'a refund fails after two weeks, and its event is lost'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    server.network.refundState = 'pending'
    await customer.cancel(frozen)
    await server.chore('refunds')
    await deliverAll(server)
    await pass(server, days(14))
    server.books.endRefund(intentOf(server), first(intentOf(server).refunds), 'failed')
    loseAll(server)
  },
  async 'a refund fails after it succeeded, and the provider has forgotten its payment'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    await customer.cancel(frozen)
    await server.chore('refunds')
    await deliverAll(server)
    const intent = intentOf(server)
    server.books.forget(intent)
    server.network.isUnlisted = true
    server.books.endRefund(intent, first(intent.refunds), 'failed')
    loseAll(server)
  },
  async 'a refund fails, fails again before its response, and is requested each time'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    const operator = await server.operator()
    const failLast = async () => {
      server.books.endRefund(intentOf(server), first(intentOf(server).refunds.toReversed()), 'failed')
      await deliverAll(server)
      await operator.decide(frozen.letter, 'give-back')
    }
    server.network.refundState = 'pending'
    await customer.cancel(frozen)
    await server.chore('refunds')
    await failLast()
    whileRefundIsAnswered(server, failLast)
    await server.chore('refunds')
    server.network.refundState = 'succeeded'
  },
}
