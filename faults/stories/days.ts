import { day, minutes, seconds } from '@lacre/letter/days.ts'
import { writeTo } from '../client/letters.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { passTo } from '../nodes/in-process-idle.ts'
import type { Seed } from '../seed.ts'
import { broken, newName, deliverAll, type Story } from './story.ts'
import { secretFor } from './order.ts'

/** In Madrid; the server's clock begins on a Saturday. */
export const cutOff = { hour: 17, minute: 30 }

/** Two letters paid together: the first for that day, the other as soon as possible. */
async function paidFor(server: InProcess, seed: Seed, postOn: string) {
  const customer = await server.customer(seed)
  const written = [writeTo(seed, newName()), writeTo(seed, newName())] as const
  const first = await customer.freeze({ ...written[0], body: { ...written[0].body, postOn } })
  const other = await customer.freeze(written[1])
  if (!first || !other) throw new Error('a letter was not taken')
  const order = [first, other]
  for (const one of order) await customer.see(one)
  await customer.pay(first, await secretFor(customer, order), 'good', order)
  await deliverAll(server)
  return { customer, first, other }
}

/** Played on a server with a cut-off. */
export const dayStories: Record<string, Story> = {
  async 'a day is closed after a letter was paid for it'(server, seed) {
    await passTo(server, '2026-11-23T10:00:00Z')
    const { customer, first } = await paidFor(server, seed, '2026-12-16')
    await passTo(server, '2026-12-15T17:00:00Z')
    const closed = [day('2026-12-16')]
    await server.restart({ closedDays: closed, cutOff: { ...cutOff, closed } })
    const until = await customer.cancelUntil(first)
    await passTo(server, '2026-12-16T16:30:00Z', minutes(1))
    await server.chore('cut-off')
    await server.closeBatch() // by hand
    const onTheDay = await customer.state(first)
    await passTo(server, '2026-12-17T16:30:00Z', minutes(1))
    await server.chore('cut-off')
    const after = await customer.state(first)
    const isWrong = onTheDay !== 'paid' || after !== 'batched' || until !== '2026-12-17T16:30:00.000Z'
    const what = `is ${onTheDay} on the closed day and ${after} after the next, and its page said to leave at ${until}`
    return broken('D1', first, isWrong && what)
  },
  async 'a letter for a day is postponed, and cancelled the day before'(server, seed) {
    await passTo(server, '2026-11-23T10:00:00Z')
    const { customer, first } = await paidFor(server, seed, '2026-12-16')
    await customer.changeDay(first, '2026-12-18')
    await passTo(server, '2026-12-17T18:00:00Z')
    await server.chore('cut-off')
    await customer.cancel(first)
    await server.chore('refunds')
  },
  async 'a letter for today is postponed while its batch closes'(server, seed) {
    await passTo(server, '2026-11-23T10:00:00Z')
    const { customer, first } = await paidFor(server, seed, '2026-11-23')
    await passTo(server, '2026-11-23T16:30:00Z', seconds(1))
    await Promise.all([server.chore('cut-off'), customer.changeDay(first, '2026-12-18')])
  },
}
