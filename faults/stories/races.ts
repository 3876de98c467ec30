import { minutes } from '@lacre/letter/days.ts'
import { writeTo } from '../client/letters.ts'
import type { Frozen, Customer } from '../client/customer.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { pass } from '../nodes/in-process-idle.ts'
import {
  atNext,
  broken,
  cancelCall,
  createCall,
  endedOrHeld,
  frozenLetter,
  newName,
  once,
  paid,
  withIntent,
  type Story,
} from './story.ts'

/** A cancellation finds no intent; then an intent is requested, and the letter is cancelled meanwhile. */
async function askedWhileCancelled(
  server: InProcess,
  customer: Customer,
  frozen: Frozen,
  afterwards: (step: string) => void = () => {},
) {
  const [atEnd, atProvider] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let cancelling: Promise<unknown> = Promise.resolve()
  let begun = 0
  server.failpoints.interceptor = async (step, side) => {
    if (side === 'before') afterwards(step)
    if (step === 'sql begin' && side === 'before' && begun++ === 0) {
      atEnd.resolve()
      await atProvider.promise
    }
    if (step === `cards ${createCall}` && side === 'after') {
      atProvider.resolve()
      await cancelling
    }
  }
  cancelling = customer.cancel(frozen)
  await Promise.race([atEnd.promise, cancelling])
  const intent = await customer.askIntent(frozen)
  atProvider.resolve()
  await cancelling
  server.failpoints.interceptor = undefined
  return intent
}

/** Races, at the moment at which both sides meet. */
export const raceStories: Record<string, Story> = {
  async 'the stored bytes have another hash than the paid ones'(server, seed) {
    const { frozen } = await paid(server, seed)
    server.acks.add({ did: 'damage', letter: frozen.letter })
    const change = (to: string) =>
      server.query('update letter set pdf_sha256 = $1 where id = $2 returning id', [to, frozen.letter])
    const [row] = await server.query<{ pdf_sha256: string }>('select pdf_sha256 from letter where id = $1', [
      frozen.letter,
    ])
    await change('0'.repeat(64))
    await server.closeBatch()
    const isPrinted = (await server.print()).length > 0
    await change(row?.pdf_sha256 ?? '')
    return broken('M5', frozen, isPrinted && 'other bytes than were paid were printed')
  },
  async 'the letter is cancelled before the response with the intent'(server, seed) {
    const { customer, frozen } = await frozenLetter(server, seed)
    const intent = await askedWhileCancelled(server, customer, frozen)
    const isPaid = intent && 'secret' in intent && (await customer.pay(frozen, intent.secret))
    return broken('M4', frozen, isPaid && 'was paid after it was cancelled')
  },
  async 'two steps of a letter at once'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    const operator = await server.operator()
    let others: Promise<unknown> = Promise.resolve()
    atNext(server, 'after', 'sql insert into "refund"', async () => {
      others = Promise.all([server.closeBatch(), operator.decide(frozen.letter, 'cancel')])
      await endedOrHeld(server, others)
    })
    await customer.cancel(frozen)
    await others.catch(() => {}) // the late one is refused
    await server.print()
  },
  async 'a batch closes while one of its letters is cancelled'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    await paid(server, seed)
    let closing: Promise<boolean> = Promise.resolve(false)
    atNext(server, 'after', 'sql insert into "refund"', async () => {
      closing = server.closeBatch().then(
        () => false,
        () => true,
      )
      await endedOrHeld(server, closing)
    })
    const isCancelled = await customer.cancel(frozen)
    const isBrokenOff = (await closing) || !isCancelled
    return broken('S2', frozen, isBrokenOff && 'closing and cancelling waited for each other')
  },
  async 'another letter is sent while the account is erased'(server, seed) {
    const { customer } = await frozenLetter(server, seed)
    let sending: Promise<unknown> = Promise.resolve()
    atNext(server, 'after', 'sql delete from "letter_secret"', async () => {
      sending = customer.freeze(writeTo(seed, newName()))
      await endedOrHeld(server, sending)
    })
    await customer.erase()
    await sending
  },
  async 'a signature is stored while the account is erased'(server, seed) {
    const { customer } = await frozenLetter(server, seed)
    let erasing: Promise<unknown> = Promise.resolve()
    atNext(server, 'before', 'sql insert into "signature"', async () => {
      erasing = customer.erase()
      await endedOrHeld(server, erasing)
    })
    await customer.keepSignature()
    await erasing
  },
  async 'pays while the account is erased'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    atNext(server, 'before', `cards ${cancelCall}`, () => customer.pay(frozen, secret))
    await customer.erase()
  },
  async 'the call that cancels the intent is lost'(server, seed) {
    const { customer, frozen, secret } = await withIntent(server, seed)
    server.network.failureOf = once(cancelCall, 'request-lost')
    const isCancelled = await customer.cancel(frozen)
    const isPaid = await customer.pay(frozen, secret)
    return broken('M4', frozen, isCancelled && isPaid && 'was acknowledged as cancelled, and could be paid')
  },
  async 'crashes over an intent for a letter that is cancelled meanwhile'(server, seed) {
    const { customer, frozen } = await frozenLetter(server, seed)
    await askedWhileCancelled(server, customer, frozen, (step) => {
      if (step === `cards ${cancelCall}`) server.failpoints.crash()
    })
    if (server.failpoints.isDead()) server.failpoints.revive()
  },
  async 'an intent is requested while the letter is cancelled'(server, seed) {
    const { customer, frozen } = await frozenLetter(server, seed)
    let asking: ReturnType<typeof customer.askIntent> = Promise.resolve(undefined)
    atNext(server, 'before', 'sql update "letter" set', async () => {
      asking = customer.askIntent(frozen)
      await endedOrHeld(server, asking)
    })
    await customer.cancel(frozen)
    const intent = await asking
    const isPaid = intent && 'secret' in intent && (await customer.pay(frozen, intent.secret))
    return broken('M4', frozen, isPaid && 'was paid after it was cancelled')
  },
  async 'erases the account with a paid letter'(server, seed) {
    const { customer } = await paid(server, seed)
    await customer.erase()
    await pass(server, minutes(1))
  },
}
