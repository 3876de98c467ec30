import { hours, minutes } from '@lacre/letter/days.ts'
import { pass } from '../nodes/in-process-idle.ts'
import { givenBackBeforeBatch, lostAfterCancelling, wonAfterBatch } from './bank.ts'
import { broken, intentOf, paid, paidAfter, deliverAll, withIntent, type Story } from './story.ts'

/** Late and unusual behaviour of the card provider. */
export const providerStories: Record<string, Story> = {
  async 'the bank takes hours over a payment'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    await customer.pay(frozen, secret, 'slow')
    await deliverAll(server)
    await server.chore('reconcile')
    await server.closeBatch()
    await server.print()
    await pass(server, hours(5))
    server.books.decline(intentOf(server))
  },
  async 'the provider charges more than was shown'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    await customer.pay(frozen, secret, 'more')
  },
  'the provider fails after its work, and replays the failure': (server, seed) =>
    paidAfter(server, seed, 'failed-after'),
  async "a part is refunded on the provider's pages, before the batch"(server, seed) {
    await paid(server, seed)
    await givenBackBeforeBatch(server, 100)
  },
  async "all is refunded on the provider's pages, before the batch"(server, seed) {
    await paid(server, seed)
    await givenBackBeforeBatch(server, intentOf(server).amount_received)
  },
  async 'a dispute is opened before the batch, and won'(server, seed) {
    const { frozen } = await paid(server, seed)
    const operator = await server.operator()
    await wonAfterBatch(server)
    await operator.decide(frozen.letter, 'resume')
  },
  async 'a dispute is opened before the batch, and lost'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    await lostAfterCancelling(server, () => customer.cancel(frozen))
  },
  async 'the provider forgets an intent, and another letter still expires'(server, seed) {
    await withIntent(server, seed)
    server.books.forget(intentOf(server))
    await withIntent(server, seed)
  },
  async 'the provider forgets an intent, an operator settles it, and the letter is paid again'(server, seed) {
    const { customer, frozen } = await withIntent(server, seed)
    const operator = await server.operator()
    server.books.forget(intentOf(server))
    await pass(server, minutes(5))
    await server.chore('reconcile')
    await operator.settle(frozen.letter)
    const intent = await customer.askIntent(frozen)
    if (intent && 'secret' in intent) await customer.pay(frozen, intent.secret)
    await deliverAll(server)
    const isPayable = intent && 'secret' in intent
    return broken('S4', frozen, !isPayable && 'can be paid no more')
  },
  async 'another sum is taken, and an operator cancels'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    const operator = await server.operator()
    await customer.pay(frozen, secret, 'more')
    await deliverAll(server)
    await operator.decide(frozen.letter, 'cancel')
  },
  async 'an operator resumes an unpaid letter'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    const operator = await server.operator()
    await customer.pay(frozen, secret, 'less')
    await deliverAll(server)
    await operator.decide(frozen.letter, 'resume')
  },
}
