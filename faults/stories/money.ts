import { minutes } from '@lacre/letter/days.ts'
import { confirmCard } from '../stand-in/card-api.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { pass, round } from '../nodes/in-process-idle.ts'
import {
  atNext,
  broken,
  charged,
  createCall,
  dyingAt,
  endedOrHeld,
  freezeEdit,
  frozenLetter,
  loseAll,
  once,
  paid,
  paidAfter,
  secretOf,
  deliverAll,
  withIntent,
  type Ready,
  type Story,
} from './story.ts'

export const moneyStories: Record<string, Story> = {
  async 'asks for a second intent while the first is stored, and pays both'(server, seed) {
    const { customer, frozen } = await frozenLetter(server, seed)
    let again: ReturnType<typeof customer.askIntent> = Promise.resolve(undefined)
    const asking = async () => {
      again = customer.askIntent(frozen)
      await endedOrHeld(server, again)
    }
    atNext(server, 'before', 'sql commit', asking, 'sql insert into "payment"')
    for (const intent of [await customer.askIntent(frozen), await again])
      if (intent && 'secret' in intent) await customer.pay(frozen, intent.secret)
  },
  "the provider's response is lost, and the call is retried": (server, seed) =>
    paidAfter(server, seed, 'response-lost'),
  async 'the provider charges another sum'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    for (const intent of server.books.intents.values()) if (intent.client_secret === secret) intent.amount = 1
    await customer.pay(frozen, secret)
  },
  async 'an intent with another hash turns up for a letter that waits for its response'(server, seed) {
    const { customer, frozen } = await frozenLetter(server, seed)
    server.network.failureOf = once(createCall, 'request-lost')
    await customer.askIntent(frozen)
    const metadata = { app: 'lacre', letter_id: frozen.letter, pdf_sha256: 'f'.repeat(64) }
    const stray = server.books.make(frozen.total, 'eur', metadata, 'stray')
    confirmCard(server.books, stray.client_secret, 'good')
    await deliverAll(server)
  },
  async 'the server crashes after it answered a webhook'(server, seed) {
    const { frozen } = await charged(server, seed)
    let status: number | undefined
    await dyingAt(server, 'sql commit', 'before', async () => {
      const [event] = server.events
      status = event && (await server.deliver(event))
      if (status === 200) server.events.splice(0)
    })
    // Reconciling would find it within minutes, but an answered event must be stored at once.
    return broken(
      'M10',
      frozen,
      status === 200 && (await paymentOf(server, frozen)) !== 'paid' && 'answered, and not booked',
    )
  },
  async 'an event is lost'(server, seed) {
    const { frozen } = await charged(server, seed)
    loseAll(server)
    await pass(server, minutes(11))
    await round(server)
    return broken(
      'M10',
      frozen,
      (await paymentOf(server, frozen)) !== 'paid' && 'not found within 20 minutes',
    )
  },
  async 'a declined card, and nothing more'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    await customer.pay(frozen, secret, 'bad')
    await deliverAll(server)
  },
  async 'a letter is edited, and the old form is paid'(server, seed) {
    const first = await withIntent(server, seed)
    const second = await freezeEdit(first)
    const isPaid = await first.customer.pay(first.frozen, first.secret)
    await second.customer.pay(second.frozen, await secretOf(second))
    return broken('M4', first.frozen, isPaid && 'the old form could still be paid')
  },
  async 'the response to a refund is lost'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    await customer.cancel(frozen)
    server.network.failureOf = once('POST /v1/refunds', 'response-lost')
    await server.chore('refunds')
  },
  async 'pays and cancels'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    await customer.cancel(frozen)
  },
}

/** 'open', 'paid' and so on. */
async function paymentOf({ query }: InProcess, { letter }: Ready['frozen']): Promise<string | undefined> {
  const [row] = await query<{ state: string }>('select state from payment where letter_id = $1', [letter])
  return row?.state
}
