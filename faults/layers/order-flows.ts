import { edited } from '../client/letters.ts'
import { freezeAll, writeOthers } from '../client/order-ways.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { seedOf } from '../seed.ts'
import { intent, pay, deliverNewest, type Case, type Flow } from './flow.ts'

const size = 3

async function freezeOrder(_server: InProcess, one: Case) {
  const order = await freezeAll(one.customer, [
    one.letter,
    ...writeOthers(seedOf(size), one.letter, size - 1),
  ])
  const [first] = order
  if (first) Object.assign(one, { frozen: first, order })
}
async function withIntent(server: InProcess, one: Case) {
  await freezeOrder(server, one)
  await intent(server, one)
}
async function charged(server: InProcess, one: Case) {
  await withIntent(server, one)
  await pay(server, one)
}
async function paid(server: InProcess, one: Case) {
  await charged(server, one)
  await deliverNewest(server)
  server.events.pop()
}
/** Asks again with one letter fewer: a new order. */
async function fewer(server: InProcess, one: Case) {
  await withIntent(server, one)
  one.order = one.order?.slice(0, -1) ?? []
}
const cancelLast = async (_server: InProcess, { customer, order }: Case) => {
  const last = order?.at(-1)
  return last && customer.cancel(last)
}

export const orderFlows: Record<string, Flow> = {
  'order: intent': { prepare: freezeOrder, act: intent, goOn: pay },
  'order: intent of other letters': { prepare: fewer, act: intent, goOn: pay },
  'order: an edit of one letter': {
    async prepare(server, one) {
      await withIntent(server, one)
      one.letter = edited(one.letter)
    },
    act: (_server, { customer, letter }) => customer.freeze(letter),
  },
  'order: webhook: paid': {
    prepare: charged,
    act: deliverNewest,
    goOn: async (server) => server.events.pop(),
  },
  'order: cancel one unpaid': { prepare: withIntent, act: cancelLast },
  'order: cancel one paid': { prepare: paid, act: cancelLast },
  'order: refund of one': {
    async prepare(server, one) {
      await paid(server, one)
      await cancelLast(server, one)
    },
    act: (server) => server.chore('refunds'),
  },
  'order: webhook: a part given back outside': {
    async prepare(server, one) {
      await paid(server, one)
      const intents = [...server.books.intents.values()]
      const last = intents.at(-1)
      if (last?.charge) server.books.refund(last, 500, 'outside')
    },
    act: deliverNewest,
  },
}
