import { seconds } from '@lacre/letter/days.ts'
import { writeTo } from '../client/letters.ts'
import { pass, passTo } from '../house/settle.ts'
import { atNext, broken, dyingAt, endedOrHeld, newName, paid, type Scene } from './scene.ts'

export const paperScenes: Record<string, Scene> = {
  async 'pays, and it is printed and posted'(house, seed) {
    await paid(house, seed)
  },
  async 'cancels after the batch is closed'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await house.closeBatch()
    await person.cancel(frozen)
    await house.print()
  },
  async 'cancels while the batch is being closed'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    let closing: Promise<unknown> = Promise.resolve()
    atNext(house, 'after', 'sql insert into "refund"', async () => {
      closing = house.closeBatch()
      await endedOrHeld(house, closing)
    })
    await person.cancel(frozen)
    await closing
  },
  async 'the batch command dies once the batch is closed'(house, seed) {
    await paid(house, seed)
    await dyingAt(house, 'sql commit', 'after', () => house.closeBatch())
  },
  async 'the batch command dies before its files are told'(house, seed) {
    await paid(house, seed)
    const kept = 'sql update "print_batch" set'
    await dyingAt(house, 'sql commit', 'after', () => house.closeBatch(), kept)
  },
  async 'an operator refunds a posted letter, and again, while the server dies'(house, seed) {
    const { frozen } = await paid(house, seed)
    await house.closeBatch()
    for (const batch of await house.print()) await house.post(batch)
    const operator = await house.operator()
    const refund = () => operator.decide(frozen.letter, 'refund')
    await dyingAt(house, 'sql commit', 'after', refund, 'sql insert into "refund"')
    await Promise.all([refund(), refund()])
    await dyingAt(house, 'cards POST /v1/refunds', 'after', () => house.chore('refunds'))
    const asked = await house.query('select 1 from refund where state in ($1, $2)', ['asked', 'succeeded'])
    return broken('M7', frozen, asked.length !== 1 && 'what the operator asked for was forgotten')
  },
  async 'an operator refunds a letter while its batch closes'(house, seed) {
    const { frozen } = await paid(house, seed)
    const operator = await house.operator()
    let closing: Promise<unknown> = Promise.resolve()
    atNext(house, 'after', 'sql insert into "refund"', async () => {
      closing = house.closeBatch()
      await endedOrHeld(house, closing)
    })
    await operator.decide(frozen.letter, 'refund')
    await closing
    await house.print()
  },
  async 'two operators at once'(house, seed) {
    await paid(house, seed)
    await paid(house, seed)
    await Promise.all([house.closeBatch(), house.closeBatch()])
    await house.print()
  },
  async 'presses Enviar twice at once'(house, seed) {
    const person = await house.person(seed)
    const letter = writeTo(seed, newName())
    const both = await Promise.all([person.freeze(letter), person.freeze(letter)])
    for (const frozen of new Set(both)) if (frozen) await person.askIntent(frozen)
  },
  async 'presses Enviar as the day ends, and after it'(house, seed) {
    const person = await house.person(seed)
    const letter = writeTo(seed, newName())
    await passTo(house, '2026-11-24T22:59:59Z')
    // The date that is printed is the one it was asked for on; it is stored on the next.
    atNext(house, 'before', 'typeset', () => passTo(house, '2026-11-24T23:00:01Z'))
    await person.freeze(letter)
    atNext(house, 'after', 'sql insert into "letter"', () => pass(house, seconds(1)))
    await person.freeze(letter)
  },
  async 'dies before a letter it acknowledged is stored'(house, seed) {
    const person = await house.person(seed)
    await dyingAt(
      house,
      'sql commit',
      'before',
      () => person.freeze(writeTo(seed, newName())),
      'sql insert into "letter"',
    )
  },
  async 'dies before a cancellation it acknowledged is stored'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await dyingAt(house, 'sql commit', 'before', () => person.cancel(frozen), 'sql insert into letter_step')
  },
}
