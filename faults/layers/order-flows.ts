import { edited } from '../client/letters.ts'
import { freezeAll, writeOthers } from '../client/order-ways.ts'
import type { InProcess } from '../house/in-process.ts'
import { seedOf } from '../seed.ts'
import { intent, pay, tellNewest, type Case, type Flow } from './flow.ts'

const size = 3

async function freezeOrder(_house: InProcess, one: Case) {
  const order = await freezeAll(one.person, [one.letter, ...writeOthers(seedOf(size), one.letter, size - 1)])
  const [first] = order
  if (first) Object.assign(one, { frozen: first, order })
}
async function withIntent(house: InProcess, one: Case) {
  await freezeOrder(house, one)
  await intent(house, one)
}
async function charged(house: InProcess, one: Case) {
  await withIntent(house, one)
  await pay(house, one)
}
async function paid(house: InProcess, one: Case) {
  await charged(house, one)
  await tellNewest(house)
  house.events.pop()
}
/** One letter fewer: the order is formed anew. */
async function fewer(house: InProcess, one: Case) {
  await withIntent(house, one)
  one.order = one.order?.slice(0, -1) ?? []
}
const cancelLast = async (_house: InProcess, { person, order }: Case) => {
  const last = order?.at(-1)
  return last && person.cancel(last)
}

export const orderFlows: Record<string, Flow> = {
  'order: intent': { prepare: freezeOrder, act: intent, goOn: pay },
  'order: intent of other letters': { prepare: fewer, act: intent, goOn: pay },
  'order: an edit of one letter': {
    async prepare(house, one) {
      await withIntent(house, one)
      one.letter = edited(one.letter)
    },
    act: (_house, { person, letter }) => person.freeze(letter),
  },
  'order: webhook: paid': {
    prepare: charged,
    act: tellNewest,
    goOn: async (house) => house.events.pop(),
  },
  'order: cancel one unpaid': { prepare: withIntent, act: cancelLast },
  'order: cancel one paid': { prepare: paid, act: cancelLast },
  'order: refund of one': {
    async prepare(house, one) {
      await paid(house, one)
      await cancelLast(house, one)
    },
    act: (house) => house.chore('refunds'),
  },
  'order: webhook: a part given back outside': {
    async prepare(house, one) {
      await paid(house, one)
      const intents = [...house.books.intents.values()]
      const last = intents.at(-1)
      if (last?.charge) house.books.refund(last, 500, 'outside')
    },
    act: tellNewest,
  },
}
