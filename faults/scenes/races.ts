import { days, minutes } from '../../letter/duration.ts'
import { each } from '../check/violation.ts'
import { writeTo } from '../client/letters.ts'
import type { Frozen, Person } from '../client/person.ts'
import type { InProcess } from '../house/in-process.ts'
import { pass } from '../house/settle.ts'
import {
  createCall,
  endedOrHeld,
  frozenLetter,
  newName,
  once,
  paid,
  withIntent,
  type Scene,
} from './scene.ts'

const cancelCall = `${createCall}/{id}/cancel`

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
    return {
      M5: each(
        'M5',
        [frozen.letter],
        () => isPrinted && 'other bytes than were paid were printed',
        (id) => id,
      ),
    }
  },
  async 'cancelled while the means to pay are on their way'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    const intent = await askedWhileCancelled(house, person, frozen)
    const isPaid = intent && 'secret' in intent && (await person.pay(frozen, intent.secret))
    return {
      M4: each(
        'M4',
        [frozen.letter],
        () => isPaid && 'was paid after it was cancelled',
        (id) => id,
      ),
    }
  },
  async 'two steps of a letter at once'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    const operator = await house.operator()
    house.gate.intrude = async (step, side) => {
      if (side !== 'after' || !step.startsWith('sql insert into "refund"')) return
      house.gate.intrude = undefined
      const closing = house.closeBatch()
      await Promise.race([closing, operator.decide(frozen.letter, 'cancel')])
    }
    await person.cancel(frozen)
    await house.print()
  },
  async 'another letter is sent while the account is erased'(house, seed) {
    const { person } = await frozenLetter(house, seed)
    let sending: Promise<unknown> = Promise.resolve()
    house.gate.intrude = async (step, side) => {
      if (side !== 'after' || step !== 'sql delete from "letter_secret"') return
      house.gate.intrude = undefined
      sending = person.freeze(writeTo(seed, newName()))
      await Promise.race([sending, new Promise((done) => setTimeout(done, 300))])
    }
    await person.erase()
    await sending
  },
  async 'pays while the account is erased'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    house.gate.intrude = async (step, side) => {
      if (side !== 'before' || !step.endsWith('/cancel')) return
      house.gate.intrude = undefined
      await person.pay(frozen, secret)
    }
    await person.erase()
  },
  async 'the call that ends the means to pay is lost'(house, seed) {
    const { person, frozen, secret } = await withIntent(house, seed)
    house.network.trouble = once(cancelCall, 'there')
    const isCancelled = await person.cancel(frozen)
    const isPaid = await person.pay(frozen, secret)
    return {
      M4: each(
        'M4',
        [frozen.letter],
        () => isCancelled && isPaid && 'was told cancelled, and could be paid',
        (id) => id,
      ),
    }
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
    return {
      M4: each(
        'M4',
        [frozen.letter],
        () => isPaid && 'expired, and could be paid',
        (id) => id,
      ),
    }
  },
  async 'the means to pay are asked for while it is cancelled'(house, seed) {
    const { person, frozen } = await frozenLetter(house, seed)
    let asking: ReturnType<typeof person.askIntent> = Promise.resolve(undefined)
    house.gate.intrude = async (step, side) => {
      if (side !== 'before' || step !== 'sql update "letter" set') return
      house.gate.intrude = undefined
      asking = person.askIntent(frozen)
      await endedOrHeld(house, asking)
    }
    await person.cancel(frozen)
    const intent = await asking
    const isPaid = intent && 'secret' in intent && (await person.pay(frozen, intent.secret))
    return {
      M4: each(
        'M4',
        [frozen.letter],
        () => isPaid && 'was paid after it was cancelled',
        (id) => id,
      ),
    }
  },
  async 'erases the account with a paid letter'(house, seed) {
    const { person } = await paid(house, seed)
    await person.erase()
    await pass(house, minutes(1))
  },
}
