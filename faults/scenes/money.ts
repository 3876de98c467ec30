import { minutes } from '@lacre/letter/days.ts'
import { confirmCard } from '../stand-in/card-api.ts'
import type { InProcess } from '../house/in-process.ts'
import { pass, round } from '../house/settle.ts'
import {
  atNext,
  broken,
  cancelCall,
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
  tellAll,
  withIntent,
  type Ready,
  type Scene,
} from './scene.ts'

export const moneyScenes: Record<string, Scene> = {
  async 'asks for the intent twice and pays each'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    const again = await person.askIntent(frozen)
    await person.pay(frozen, secret)
    if (again && 'secret' in again) await person.pay(frozen, again.secret)
  },
  async 'asks for the intent twice at once'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    const intents = await Promise.all([person.askIntent(frozen), person.askIntent(frozen)])
    for (const intent of intents) if (intent && 'secret' in intent) await person.pay(frozen, intent.secret)
  },
  async 'asks for the intent again while the first is written down, and pays each'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    let again: ReturnType<typeof person.askIntent> = Promise.resolve(undefined)
    const asking = async () => {
      again = person.askIntent(frozen)
      await endedOrHeld(house, again)
    }
    atNext(house, 'before', 'sql commit', asking, 'sql insert into "payment"')
    for (const intent of [await person.askIntent(frozen), await again])
      if (intent && 'secret' in intent) await person.pay(frozen, intent.secret)
  },
  "the provider's answer is lost, and it is asked again": (house, seed) => paidAfter(house, seed, 'back'),
  async 'the provider charges another sum'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    for (const intent of house.books.intents.values()) if (intent.client_secret === secret) intent.amount = 1
    await person.pay(frozen, secret)
  },
  async 'an intent of other bytes turns up for a letter that waits for its answer'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    house.network.trouble = once(createCall, 'there')
    await person.askIntent(frozen)
    const metadata = { app: 'lacre', letter_id: frozen.letter, pdf_sha256: 'f'.repeat(64) }
    const stray = house.books.make(frozen.total, 'eur', metadata, 'stray')
    confirmCard(house.books, stray.client_secret, 'good')
    await tellAll(house)
  },
  async 'an event of something nobody knows'(house) {
    const metadata = {
      app: 'lacre',
      letter_id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
      pdf_sha256: '0'.repeat(64),
    }
    const stray = house.books.make(329, 'eur', metadata, 'stray')
    confirmCard(house.books, stray.client_secret, 'good')
    await tellAll(house)
  },
  async 'a forged event'(house, seed) {
    await charged(house, seed)
    for (const event of house.events) await house.tell({ ...event, id: `${event.id}_forged` }, 'forged')
  },
  async 'the house dies over a webhook it has answered'(house, seed) {
    const { frozen } = await charged(house, seed)
    let status: number | undefined
    await dyingAt(house, 'sql commit', 'before', async () => {
      const [event] = house.events
      status = event && (await house.tell(event))
      if (status === 200) house.events.splice(0)
    })
    // Reconciling would find it within minutes: what was answered must be there at once.
    return broken(
      'M10',
      frozen,
      status === 200 && (await paymentOf(house, frozen)) !== 'paid' && 'answered, and not booked',
    )
  },
  async 'an event is lost'(house, seed) {
    const { frozen } = await charged(house, seed)
    loseAll(house)
    await pass(house, minutes(11))
    await round(house)
    return broken('M10', frozen, (await paymentOf(house, frozen)) !== 'paid' && 'not found within 20 minutes')
  },
  async 'three of the same event at once'(house, seed) {
    await charged(house, seed)
    const [event] = house.events
    if (event) await Promise.all([1, 2, 3].map(() => house.tell(event, 'in-parallel')))
  },
  async 'a declined card, and nothing more'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await person.pay(frozen, secret, 'bad')
    await tellAll(house)
  },
  async 'declined told after paid'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await person.pay(frozen, secret, 'bad')
    await person.pay(frozen, secret)
    house.events.reverse()
    await tellAll(house)
  },
  async 'an edit, and the old form is paid'(house, seed) {
    const first = await withIntent(house, seed)
    const second = await freezeEdit(first)
    const isPaid = await first.person.pay(first.frozen, first.secret)
    await second.person.pay(second.frozen, await secretOf(second))
    return broken('M4', first.frozen, isPaid && 'the old form could still be paid')
  },
  async 'the answer to a refund is lost'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await person.cancel(frozen)
    house.network.trouble = once('POST /v1/refunds', 'back')
    await house.chore('refunds')
  },
  async 'pays and cancels'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await person.cancel(frozen)
  },
  async 'pays while it is cancelled'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    atNext(house, 'before', `cards ${cancelCall}`, () => person.pay(frozen, secret))
    await person.cancel(frozen)
  },
}

/** 'open', 'paid' and so on. */
async function paymentOf({ query }: InProcess, { letter }: Ready['frozen']): Promise<string | undefined> {
  const [row] = await query<{ state: string }>('select state from payment where letter_id = $1', [letter])
  return row?.state
}
