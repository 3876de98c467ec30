import { days, minutes } from '@lacre/letter/days.ts'
import { writeTo } from '../client/letters.ts'
import type { Frozen, Person } from '../client/person.ts'
import type { InProcess } from '../house/in-process.ts'
import { pass } from '../house/settle.ts'
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
  type Scene,
} from './scene.ts'

/** The cancellation has looked for an intent, and found none; then one is asked for, and the letter ends meanwhile. */
async function askedWhileCancelled(
  house: InProcess,
  person: Person,
  frozen: Frozen,
  afterwards: (step: string) => void = () => {},
) {
  const [atEnd, atProvider] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let cancelling: Promise<unknown> = Promise.resolve()
  let begun = 0
  house.gate.intrude = async (step, side) => {
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
  cancelling = person.cancel(frozen)
  await Promise.race([atEnd.promise, cancelling])
  const intent = await person.askIntent(frozen)
  atProvider.resolve()
  await cancelling
  house.gate.intrude = undefined
  return intent
}

/** Two things that must not meet, at the moment at which they would. */
export const raceScenes: Record<string, Scene> = {
  async 'what is stored has another hash than was paid'(house, seed) {
    const { frozen } = await paid(house, seed)
    house.acks.add({ did: 'damage', letter: frozen.letter })
    const change = (to: string) =>
      house.query('update letter set pdf_sha256 = $1 where id = $2 returning id', [to, frozen.letter])
    const [row] = await house.query<{ pdf_sha256: string }>('select pdf_sha256 from letter where id = $1', [
      frozen.letter,
    ])
    await change('0'.repeat(64))
    await house.closeBatch()
    const isPrinted = (await house.print()).length > 0
    await change(row?.pdf_sha256 ?? '')
    return broken('M5', frozen, isPrinted && 'other bytes than were paid were printed')
  },
  async 'cancelled while the means to pay are on their way'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    const intent = await askedWhileCancelled(house, person, frozen)
    const isPaid = intent && 'secret' in intent && (await person.pay(frozen, intent.secret))
    return broken('M4', frozen, isPaid && 'was paid after it was cancelled')
  },
  async 'two steps of a letter at once'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    const operator = await house.operator()
    let others: Promise<unknown> = Promise.resolve()
    atNext(house, 'after', 'sql insert into "refund"', async () => {
      others = Promise.all([house.closeBatch(), operator.decide(frozen.letter, 'cancel')])
      await endedOrHeld(house, others)
    })
    await person.cancel(frozen)
    await others.catch(() => {}) // who came too late is refused
    await house.print()
  },
  async 'a batch closes while one of its letters is cancelled'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await paid(house, seed)
    let closing: Promise<boolean> = Promise.resolve(false)
    atNext(house, 'after', 'sql insert into "refund"', async () => {
      closing = house.closeBatch().then(
        () => false,
        () => true,
      )
      await endedOrHeld(house, closing)
    })
    const isCancelled = await person.cancel(frozen)
    const isBrokenOff = (await closing) || !isCancelled
    return broken('S2', frozen, isBrokenOff && 'closing and cancelling waited for each other')
  },
  async 'another letter is sent while the account is erased'(house, seed) {
    const { person } = await frozenLetter(house, seed)
    let sending: Promise<unknown> = Promise.resolve()
    atNext(house, 'after', 'sql delete from "letter_secret"', async () => {
      sending = person.freeze(writeTo(seed, newName()))
      await Promise.race([sending, new Promise((done) => setTimeout(done, 300))])
    })
    await person.erase()
    await sending
  },
  async 'a signature is kept while the account is erased'(house, seed) {
    const { person } = await frozenLetter(house, seed)
    let erasing: Promise<unknown> = Promise.resolve()
    atNext(house, 'before', 'sql insert into "signature"', async () => {
      erasing = person.erase()
      await endedOrHeld(house, erasing)
    })
    await person.keepSignature()
    await erasing
  },
  async 'pays while the account is erased'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    atNext(house, 'before', `cards ${cancelCall}`, () => person.pay(frozen, secret))
    await person.erase()
  },
  async 'the call that ends the means to pay is lost'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    house.network.trouble = once(cancelCall, 'there')
    const isCancelled = await person.cancel(frozen)
    const isPaid = await person.pay(frozen, secret)
    return broken('M4', frozen, isCancelled && isPaid && 'was told cancelled, and could be paid')
  },
  async 'dies over the means to pay for a letter that is cancelled meanwhile'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    await askedWhileCancelled(house, person, frozen, (step) => {
      if (step === `cards ${cancelCall}`) house.gate.die()
    })
    if (house.gate.isDead()) house.gate.revive()
  },
  async 'nobody pays, and a week later somebody tries'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    await pass(house, days(8))
    await house.chore('expire-unpaid')
    const isPaid = await person.pay(frozen, secret)
    return broken('M4', frozen, isPaid && 'expired, and could be paid')
  },
  async 'the means to pay are asked for while it is cancelled'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    let asking: ReturnType<typeof person.askIntent> = Promise.resolve(undefined)
    atNext(house, 'before', 'sql update "letter" set', async () => {
      asking = person.askIntent(frozen)
      await endedOrHeld(house, asking)
    })
    await person.cancel(frozen)
    const intent = await asking
    const isPaid = intent && 'secret' in intent && (await person.pay(frozen, intent.secret))
    return broken('M4', frozen, isPaid && 'was paid after it was cancelled')
  },
  async 'erases the account with a paid letter'(house, seed) {
    const { person } = await paid(house, seed)
    await person.erase()
    await pass(house, minutes(1))
  },
}
