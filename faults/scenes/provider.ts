import { days, hours, minutes } from '@lacre/letter/days.ts'
import { checkAlways } from '../check/always.ts'
import { approve } from '../stand-in/card-api.ts'
import { pass, round } from '../house/settle.ts'
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
  async 'the bank takes hours over a payment'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await person.pay(frozen, secret, 'slow')
    await tellAll(house)
    await house.chore('reconcile')
    await house.closeBatch()
    await house.print()
    await pass(house, hours(5))
    house.books.decline(intentOf(house))
  },
  async 'a Bizum is approved after one has left, and no webhook comes'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await person.pay(frozen, secret, 'waits')
    await house.chore('reconcile')
    await pass(house, minutes(3))
    approve(house.books, intentOf(house))
    loseAll(house)
    await pass(house, minutes(11))
    await round(house)
    const [row] = await house.query<{ state: string }>('select state from payment where letter_id = $1', [
      frozen.letter,
    ])
    return broken('M10', frozen, row?.state !== 'paid' && 'was approved and is not paid')
  },
  async 'a Bizum that nobody has approved yet, then a card, then the approval'(house, seed) {
    const one = await withIntent(house, seed)
    await one.person.pay(one.frozen, one.secret, 'waits')
    await one.person.pay(one.frozen, await secretOf(one))
    const isTwice = approve(house.books, intentOf(house))
    await tellAll(house)
    return broken('M4', one.frozen, isTwice && 'was charged twice')
  },
  async 'a letter is cancelled while its Bizum waits to be approved'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await person.pay(frozen, secret, 'waits')
    await person.cancel(frozen)
    const isPaid = approve(house.books, intentOf(house))
    await tellAll(house)
    return broken('M4', frozen, isPaid && 'could be approved after it was cancelled')
  },
  async 'the provider charges more than was shown'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await person.pay(frozen, secret, 'more')
  },
  async "the provider's own test card on a live house"(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await person.pay(frozen, secret, 'test')
    await tellAll(house)
  },
  async 'test money that was booked before anybody looked'(house, seed) {
    const { frozen } = await paid(house, seed)
    // As an earlier version would have left it.
    for (const entry of (await house.evidence()).cards) if (entry.did === 'charge') entry.live = false
    intentOf(house).livemode = false
    await house.query('update payment_order set livemode = false')
    await house.closeBatch()
    const isPrinted = (await house.print()).length > 0
    return broken('M2', frozen, isPrinted && 'was printed for test money')
  },
  async 'the key is in use, asked at the same moment'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    atNext(house, 'before', `cards ${createCall}`, async () => {
      house.network.trouble = once(createCall, 'busy')
      await person.askIntent(frozen)
    })
    const intent = await person.askIntent(frozen)
    if (intent && 'secret' in intent) await person.pay(frozen, intent.secret)
    const isRefused = !intent || 'refused' in intent
    return broken('S4', frozen, isRefused && 'two at once, and neither may pay')
  },
  async 'asked for twice at once, and one is answered with a failure'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    let secret = ''
    atNext(house, 'before', `cards ${createCall}`, async () => {
      secret = await secretOf({ person, frozen })
      house.network.trouble = once(createCall, 'unavailable')
    })
    await person.askIntent(frozen)
    await person.pay(frozen, secret)
  },
  'a failure of its own, stored, with its work done': (house, seed) => paidAfter(house, seed, 'failed-after'),
  async 'a refund fails after days'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    house.network.refundState = 'pending'
    await person.cancel(frozen)
    await house.chore('refunds')
    await tellAll(house)
    const onTheWay = checkAlways(await house.evidence())
    await pass(house, days(3))
    house.books.endRefund(intentOf(house), only(intentOf(house).refunds), 'failed')
    if (seed.is(0.5)) await tellAll(house)
    else loseAll(house)
    await pass(house, hours(1))
    await house.chore('reconcile')
    return onTheWay
  },
  async 'a refund cannot be made for two days, and is made after'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await person.cancel(frozen)
    house.network.trouble = (call) => (call === 'POST /v1/refunds' ? 'failed-before' : undefined)
    for (let left = 26; left > 0; left--) {
      await house.chore('refunds')
      await pass(house, hours(2))
    }
  },
  async 'a part is given back outside, before the batch'(house, seed) {
    await paid(house, seed)
    await givenBackBeforeBatch(house, 100)
  },
  async 'all is given back outside, before the batch'(house, seed) {
    await paid(house, seed)
    await givenBackBeforeBatch(house, intentOf(house).amount_received)
  },
  async 'a dispute is opened before the batch, and won'(house, seed) {
    const { frozen } = await paid(house, seed)
    const operator = await house.operator()
    await wonAfterBatch(house)
    await operator.decide(frozen.letter, 'resume')
  },
  async 'a dispute is opened before the batch, and lost'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await lostAfterCancelling(house, () => person.cancel(frozen))
  },
  async 'the provider knows an intent no more, and others wait'(house, seed) {
    await withIntent(house, seed)
    house.books.forget(intentOf(house))
    await charged(house, seed)
    loseAll(house)
    await pass(house, hours(1))
    await round(house)
  },
  async 'the provider knows an intent no more, and another letter expires beside it'(house, seed) {
    await withIntent(house, seed)
    house.books.forget(intentOf(house))
    await withIntent(house, seed)
  },
  async 'the provider knows an intent no more, an operator sees to it, and the letter is paid anew'(
    house,
    seed,
  ) {
    const { person, frozen } = await withIntent(house, seed)
    const operator = await house.operator()
    house.books.forget(intentOf(house))
    await pass(house, minutes(5))
    await house.chore('reconcile')
    await operator.settle(frozen.letter)
    const intent = await person.askIntent(frozen)
    if (intent && 'secret' in intent) await person.pay(frozen, intent.secret)
    await tellAll(house)
    const isPayable = intent && 'secret' in intent
    return broken('S4', frozen, !isPayable && 'can be paid no more')
  },
  async 'another sum is taken, and an operator cancels'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    const operator = await house.operator()
    await person.pay(frozen, secret, 'more')
    await tellAll(house)
    await operator.decide(frozen.letter, 'cancel')
  },
  async 'an operator resumes what nobody has paid'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    const operator = await house.operator()
    await person.pay(frozen, secret, 'less')
    await tellAll(house)
    await operator.decide(frozen.letter, 'resume')
  },
}
