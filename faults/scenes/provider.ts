import { days, hours, minutes } from '@lacre/letter/days.ts'
import { checkAlways } from '../check/always.ts'
import { approve } from '../stand-in/card-api.ts'
import { pass, round } from '../nodes/settle.ts'
import { givenBackBeforeBatch, lostAfterCancelling, wonAfterBatch } from './bank.ts'
import {
  atNext,
  broken,
  charged,
  createCall,
  frozenLetter,
  intentOf,
  loseAll,
  once,
  only,
  paid,
  paidAfter,
  secretOf,
  tellAll,
  withIntent,
  type Scene,
} from './scene.ts'

/** What the card provider does late, oddly, or by the hands of others. */
export const providerScenes: Record<string, Scene> = {
  async 'the bank takes hours over a payment'(server, seed) {
    const { person, frozen, secret } = await withIntent(server, seed)
    await person.pay(frozen, secret, 'slow')
    await tellAll(server)
    await server.chore('reconcile')
    await server.closeBatch()
    await server.print()
    await pass(server, hours(5))
    server.books.decline(intentOf(server))
  },
  async 'a Bizum is approved after one has left, and no webhook comes'(server, seed) {
    const { person, frozen, secret } = await withIntent(server, seed)
    await person.pay(frozen, secret, 'waits')
    await server.chore('reconcile')
    await pass(server, minutes(3))
    approve(server.books, intentOf(server))
    loseAll(server)
    await pass(server, minutes(11))
    await round(server)
    const [row] = await server.query<{ state: string }>('select state from payment where letter_id = $1', [
      frozen.letter,
    ])
    return broken('M10', frozen, row?.state !== 'paid' && 'was approved and is not paid')
  },
  async 'a Bizum that nobody has approved yet, then a card, then the approval'(server, seed) {
    const one = await withIntent(server, seed)
    await one.person.pay(one.frozen, one.secret, 'waits')
    await one.person.pay(one.frozen, await secretOf(one))
    const isTwice = approve(server.books, intentOf(server))
    await tellAll(server)
    return broken('M4', one.frozen, isTwice && 'was charged twice')
  },
  async 'a letter is cancelled while its Bizum waits to be approved'(server, seed) {
    const { person, frozen, secret } = await withIntent(server, seed)
    await person.pay(frozen, secret, 'waits')
    await person.cancel(frozen)
    const isPaid = approve(server.books, intentOf(server))
    await tellAll(server)
    return broken('M4', frozen, isPaid && 'could be approved after it was cancelled')
  },
  async 'the provider charges more than was shown'(server, seed) {
    const { person, frozen, secret } = await withIntent(server, seed)
    await person.pay(frozen, secret, 'more')
  },
  async "the provider's own test card on a live server"(server, seed) {
    const { person, frozen, secret } = await withIntent(server, seed)
    await person.pay(frozen, secret, 'test')
    await tellAll(server)
  },
  async 'test money that was booked before anybody looked'(server, seed) {
    const { frozen } = await paid(server, seed)
    // As an earlier version would have left it.
    for (const entry of (await server.evidence()).cards) if (entry.did === 'charge') entry.live = false
    intentOf(server).livemode = false
    await server.query('update payment_order set livemode = false')
    await server.closeBatch()
    const isPrinted = (await server.print()).length > 0
    return broken('M2', frozen, isPrinted && 'was printed for test money')
  },
  async 'the key is in use, asked at the same moment'(server, seed) {
    const { person, frozen } = await frozenLetter(server, seed)
    atNext(server, 'before', `cards ${createCall}`, async () => {
      server.network.trouble = once(createCall, 'busy')
      await person.askIntent(frozen)
    })
    const intent = await person.askIntent(frozen)
    if (intent && 'secret' in intent) await person.pay(frozen, intent.secret)
    const isRefused = !intent || 'refused' in intent
    return broken('S4', frozen, isRefused && 'two at once, and neither may pay')
  },
  async 'asked for twice at once, and one is answered with a failure'(server, seed) {
    const { person, frozen } = await frozenLetter(server, seed)
    let secret = ''
    atNext(server, 'before', `cards ${createCall}`, async () => {
      secret = await secretOf({ person, frozen })
      server.network.trouble = once(createCall, 'unavailable')
    })
    await person.askIntent(frozen)
    await person.pay(frozen, secret)
  },
  'a failure of its own, stored, with its work done': (server, seed) =>
    paidAfter(server, seed, 'failed-after'),
  async 'a refund fails after days'(server, seed) {
    const { person, frozen } = await paid(server, seed)
    server.network.refundState = 'pending'
    await person.cancel(frozen)
    await server.chore('refunds')
    await tellAll(server)
    const onTheWay = checkAlways(await server.evidence())
    await pass(server, days(3))
    server.books.endRefund(intentOf(server), only(intentOf(server).refunds), 'failed')
    if (seed.is(0.5)) await tellAll(server)
    else loseAll(server)
    await pass(server, hours(1))
    await server.chore('reconcile')
    return onTheWay
  },
  async 'a refund cannot be made for two days, and is made after'(server, seed) {
    const { person, frozen } = await paid(server, seed)
    await person.cancel(frozen)
    server.network.trouble = (call) => (call === 'POST /v1/refunds' ? 'failed-before' : undefined)
    for (let left = 26; left > 0; left--) {
      await server.chore('refunds')
      await pass(server, hours(2))
    }
  },
  async 'a part is given back outside, before the batch'(server, seed) {
    await paid(server, seed)
    await givenBackBeforeBatch(server, 100)
  },
  async 'all is given back outside, before the batch'(server, seed) {
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
    const { person, frozen } = await paid(server, seed)
    await lostAfterCancelling(server, () => person.cancel(frozen))
  },
  async 'the provider knows an intent no more, and others wait'(server, seed) {
    await withIntent(server, seed)
    server.books.forget(intentOf(server))
    await charged(server, seed)
    loseAll(server)
    await pass(server, hours(1))
    await round(server)
  },
  async 'the provider knows an intent no more, and another letter expires beside it'(server, seed) {
    await withIntent(server, seed)
    server.books.forget(intentOf(server))
    await withIntent(server, seed)
  },
  async 'the provider knows an intent no more, an operator sees to it, and the letter is paid anew'(
    server,
    seed,
  ) {
    const { person, frozen } = await withIntent(server, seed)
    const operator = await server.operator()
    server.books.forget(intentOf(server))
    await pass(server, minutes(5))
    await server.chore('reconcile')
    await operator.settle(frozen.letter)
    const intent = await person.askIntent(frozen)
    if (intent && 'secret' in intent) await person.pay(frozen, intent.secret)
    await tellAll(server)
    const isPayable = intent && 'secret' in intent
    return broken('S4', frozen, !isPayable && 'can be paid no more')
  },
  async 'another sum is taken, and an operator cancels'(server, seed) {
    const { person, frozen, secret } = await withIntent(server, seed)
    const operator = await server.operator()
    await person.pay(frozen, secret, 'more')
    await tellAll(server)
    await operator.decide(frozen.letter, 'cancel')
  },
  async 'an operator resumes what nobody has paid'(server, seed) {
    const { person, frozen, secret } = await withIntent(server, seed)
    const operator = await server.operator()
    await person.pay(frozen, secret, 'less')
    await tellAll(server)
    await operator.decide(frozen.letter, 'resume')
  },
}
