import { writeTo } from '../client/letters.ts'
import { atNext, broken, dyingAt, endedOrHeld, newName, paid, type Story } from './story.ts'

export const paperStories: Record<string, Story> = {
  async 'pays, and it is printed and posted'(server, seed) {
    await paid(server, seed)
  },
  async 'cancels while the batch is being closed'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    let closing: Promise<unknown> = Promise.resolve()
    atNext(server, 'after', 'sql insert into "refund"', async () => {
      closing = server.closeBatch()
      await endedOrHeld(server, closing)
    })
    await customer.cancel(frozen)
    await closing
  },
  async 'the batch command crashes after the batch is closed'(server, seed) {
    await paid(server, seed)
    await dyingAt(server, 'sql commit', 'after', () => server.closeBatch())
  },
  async 'the batch command crashes before its files are recorded'(server, seed) {
    await paid(server, seed)
    const kept = 'sql update "print_batch" set'
    await dyingAt(server, 'sql commit', 'after', () => server.closeBatch(), kept)
  },
  async 'an operator refunds a posted letter twice while the server crashes'(server, seed) {
    const { frozen } = await paid(server, seed)
    await server.closeBatch()
    for (const batch of await server.print()) await server.post(batch)
    const operator = await server.operator()
    const refund = () => operator.decide(frozen.letter, 'refund')
    await dyingAt(server, 'sql commit', 'after', refund, 'sql insert into "refund"')
    await Promise.all([refund(), refund()])
    await dyingAt(server, 'cards POST /v1/refunds', 'after', () => server.chore('refunds'))
    const asked = await server.query('select 1 from refund where state in ($1, $2)', ['asked', 'succeeded'])
    return broken('M7', frozen, asked.length !== 1 && 'what the operator asked for was forgotten')
  },
  async 'an operator refunds a letter while its batch closes'(server, seed) {
    const { frozen } = await paid(server, seed)
    const operator = await server.operator()
    let closing: Promise<unknown> = Promise.resolve()
    atNext(server, 'after', 'sql insert into "refund"', async () => {
      closing = server.closeBatch()
      await endedOrHeld(server, closing)
    })
    await operator.decide(frozen.letter, 'refund')
    await closing
    await server.print()
  },
  async 'crashes before an acknowledged letter is stored'(server, seed) {
    const customer = await server.customer(seed)
    await dyingAt(
      server,
      'sql commit',
      'before',
      () => customer.freeze(writeTo(seed, newName())),
      'sql insert into "letter"',
    )
  },
  async 'crashes before an acknowledged cancellation is stored'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    await dyingAt(
      server,
      'sql commit',
      'before',
      () => customer.cancel(frozen),
      'sql insert into letter_step',
    )
  },
}
