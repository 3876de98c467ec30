import { writeTo, type Written } from '../client/letters.ts'
import type { Frozen, Customer } from '../client/customer.ts'
import type { InProcess } from '../nodes/in-process.ts'
import type { Seed } from '../seed.ts'

/** A letter and its customer. `order`: all letters of its order. */
export type Case = { customer: Customer; letter: Written; frozen?: Frozen; order?: Frozen[]; secret?: string }
/**
 * One operation of the server. `prepare` makes the state before it, the server may crash during `act`, and `goOn` is what
 * the caller does after success.
 */
export type Flow = {
  prepare: (server: InProcess, one: Case) => Promise<void>
  act: (server: InProcess, one: Case) => Promise<unknown>
  goOn?: (server: InProcess, one: Case) => Promise<unknown>
}

export const newCase = async (server: InProcess, seed: Seed, name: string): Promise<Case> => ({
  customer: await server.customer(seed),
  letter: writeTo(seed, name),
})

export async function intent(_server: InProcess, one: Case) {
  const answer = one.frozen && (await one.customer.askIntent(one.frozen, one.order))
  if (answer && 'secret' in answer) one.secret = answer.secret
}
export const pay = async (_server: InProcess, { customer, frozen, order, secret }: Case) =>
  frozen && secret ? customer.pay(frozen, secret, 'good', order) : false
export const deliverNewest = async (server: InProcess) => {
  const event = server.events.at(-1)
  return event && server.deliver(event)
}
