import { minutes } from '../../letter/duration.ts'
import { each } from '../check/violation.ts'
import { writeTo } from '../client/letters.ts'
import { pass } from '../house/settle.ts'
import { frozenLetter, newName, paid, withIntent, type Scene } from './scene.ts'

/** Two things that must not meet, at the moment at which they would. */
export const doorScenes: Record<string, Scene> = {
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
    const [atEnd, atProvider] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let cancelling: Promise<unknown> = Promise.resolve()
    let begun = 0
    house.gate.intrude = async (step, side) => {
      // The cancellation has looked for an intent, and found none; then one is asked for.
      if (step === 'sql begin' && side === 'before' && begun++ === 0) {
        atEnd.resolve()
        await atProvider.promise
      }
      if (step === 'cards POST /v1/payment_intents' && side === 'after') {
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
  async 'erases the account with a paid letter'(house, seed) {
    const { person } = await paid(house, seed)
    await person.erase()
    await pass(house, minutes(1))
  },
}
