import { writeTo, type Written } from '../client/letters.ts'
import type { Frozen, Customer } from '../client/customer.ts'
import type { InProcess } from '../nodes/in-process.ts'
import type { Seed } from '../seed.ts'
import { newName, deliverAll } from './story.ts'

/** Letters of an order, and its client secret. */
export type Ordered = { customer: Customer; letters: Written[]; order: Frozen[]; secret: string }

/** A customer does not look at all pages of fifty letters. */
const mostSeen = 5

export async function frozenOrder(server: InProcess, seed: Seed, size = 3): Promise<Omit<Ordered, 'secret'>> {
  const customer = await server.customer(seed)
  const letters = Array.from({ length: size }, () => writeTo(seed, newName()))
  const order: Frozen[] = []
  for (const letter of letters) {
    const frozen = await customer.freeze(letter)
    if (!frozen) throw new Error('a letter was not taken')
    if (order.length < mostSeen) await customer.see(frozen)
    order.push(frozen)
  }
  return { customer, letters, order }
}

/** The client secret for these letters. `by`: the letter that is named in the request. */
export async function secretFor(customer: Customer, order: Frozen[], by = order[0]!): Promise<string> {
  const intent = await customer.askIntent(by, order)
  if (!intent || !('secret' in intent)) throw new Error('there was no intent')
  return intent.secret
}

export async function orderWithIntent(server: InProcess, seed: Seed, size?: number): Promise<Ordered> {
  const one = await frozenOrder(server, seed, size)
  return { ...one, secret: await secretFor(one.customer, one.order) }
}

export const payOrder = ({ customer, order, secret }: Omit<Ordered, 'letters'>) =>
  customer.pay(order[0]!, secret, 'good', order)

export async function chargedOrder(server: InProcess, seed: Seed, size?: number): Promise<Ordered> {
  const one = await orderWithIntent(server, seed, size)
  await payOrder(one)
  return one
}

export async function paidOrder(server: InProcess, seed: Seed, size?: number): Promise<Ordered> {
  const one = await chargedOrder(server, seed, size)
  await deliverAll(server)
  return one
}
