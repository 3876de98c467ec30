import { days } from '@lacre/letter/days.ts'
import { writeTo } from '../client/letters.ts'
import type { Frozen, Customer } from '../client/customer.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { pass } from '../nodes/in-process-idle.ts'
import type { Seed } from '../seed.ts'
import { paidOrder, payOrder, secretFor } from './order.ts'
import { broken, newName, deliverAll, type Story } from './story.ts'

/** Three letters are paid together, and the last is returned. */
async function cameBack(server: InProcess, seed: Seed) {
  const { customer, order } = await paidOrder(server, seed)
  const last = order.at(-1)!
  await server.closeBatch()
  for (const batch of await server.print()) await server.post(batch)
  await pass(server, days(5))
  const operator = await server.operator()
  await operator.takeBack(last.letter)
  return { customer, first: last }
}

async function sendAgain(customer: Customer, first: Frozen, seed: Seed): Promise<Frozen | undefined> {
  const second = await customer.sendAgain(first, writeTo(seed, newName()))
  if (second) await customer.see(second)
  return second
}

/** A returned letter is sent again. */
export const againStories: Record<string, Story> = {
  async 'a letter of an order is returned and sent again'(server, seed) {
    const { customer, first } = await cameBack(server, seed)
    const second = await sendAgain(customer, first, seed)
    if (!second) throw new Error('it was not taken again')
    await payOrder({ customer, order: [second], secret: await secretFor(customer, [second]) })
    await deliverAll(server)
    const third = await customer.sendAgain(first, writeTo(seed, newName()))
    return broken('A1', first, third !== undefined && third.letter !== second.letter && 'goes a third time')
  },
  async 'a letter is sent again without a payment'(server, seed) {
    const { customer, first } = await cameBack(server, seed)
    const second = await sendAgain(customer, first, seed)
    await server.closeBatch()
    const isPrinted = (await server.print()).length > 0
    return broken('M2', second ?? first, isPrinted && 'was printed without a payment')
  },
}
