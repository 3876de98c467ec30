import { days, minutes } from '@lacre/letter/days.ts'
import { edited } from '../client/letters.ts'
import type { InProcess } from '../house/in-process.ts'
import { pass } from '../house/settle.ts'
import { intent, pay, tellNewest, type Case, type Flow } from './flow.ts'
import { orderFlows } from './order-flows.ts'

async function freeze(_house: InProcess, one: Case) {
  const frozen = await one.person.freeze(one.letter)
  if (!frozen) return
  one.frozen = frozen
  await one.person.see(frozen)
}
const cancel = async (_house: InProcess, { person, frozen }: Case) => frozen && person.cancel(frozen)

async function frozenLetter(house: InProcess, one: Case) {
  await freeze(house, one)
  await intent(house, one)
}
async function charged(house: InProcess, one: Case) {
  await frozenLetter(house, one)
  await pay(house, one)
}
async function paid(house: InProcess, one: Case) {
  await charged(house, one)
  await tellNewest(house)
  house.events.pop()
}
async function cancelled(house: InProcess, one: Case) {
  await paid(house, one)
  await cancel(house, one)
}
async function batched(house: InProcess, one: Case) {
  await paid(house, one)
  await house.closeBatch()
  await house.print()
}
async function payAgain(house: InProcess, one: Case) {
  await frozenLetter(house, one)
  await pay(house, one)
}
const lose = (house: InProcess) => {
  const event = house.events.at(-1)
  if (event) house.lose(event)
}
const post = async (house: InProcess) => {
  for (const name of house.unposted()) await house.post(name)
}

export const flows: Record<string, Flow> = {
  ...orderFlows,
  freeze: {
    prepare: async () => {},
    act: freeze,
    goOn: (house, one) => intent(house, one).then(() => pay(house, one)),
  },
  'freeze an edit': {
    async prepare(house, one) {
      await frozenLetter(house, one)
      one.letter = edited(one.letter)
    },
    act: freeze,
    goOn: (house, one) => intent(house, one).then(() => pay(house, one)),
  },
  'freeze an edit of what was just paid': {
    async prepare(house, one) {
      await charged(house, one)
      one.letter = edited(one.letter)
    },
    act: freeze,
    goOn: intent,
  },
  intent: { prepare: freeze, act: intent, goOn: pay },
  'intent again': { prepare: frozenLetter, act: intent, goOn: pay },
  'webhook: paid': { prepare: charged, act: tellNewest, goOn: async (house) => house.events.pop() },
  'webhook: declined': {
    async prepare(house, one) {
      await frozenLetter(house, one)
      if (one.frozen && one.secret) await one.person.pay(one.frozen, one.secret, 'bad')
    },
    act: tellNewest,
    goOn: pay,
  },
  'webhook: paid and cancelled since': {
    async prepare(house, one) {
      await charged(house, one)
      await cancel(house, one)
    },
    act: tellNewest,
  },
  'webhook: given back': {
    async prepare(house, one) {
      await cancelled(house, one)
      await house.chore('refunds')
    },
    act: tellNewest,
  },
  'cancel unpaid': { prepare: frozenLetter, act: cancel },
  'cancel without an intent': { prepare: freeze, act: cancel },
  'cancel what was just paid': { prepare: charged, act: cancel },
  'cancel paid': { prepare: paid, act: cancel },
  refund: { prepare: cancelled, act: (house) => house.chore('refunds') },
  'refund by the office': {
    prepare: paid,
    act: async (house, { frozen }) => frozen && (await house.operator()).decide(frozen.letter, 'refund'),
  },
  batch: { prepare: paid, act: (house) => house.closeBatch() },
  posted: { prepare: batched, act: post },
  invoice: { prepare: paid, act: (house) => house.chore('invoices') },
  'invoice what went back': {
    async prepare(house, one) {
      await cancelled(house, one)
      await house.chore('refunds')
    },
    act: (house) => house.chore('invoices'),
  },
  outbox: { prepare: paid, act: (house) => house.chore('mail-of-letters') },
  'reconcile what was lost': {
    async prepare(house, one) {
      await payAgain(house, one)
      lose(house)
      await pass(house, minutes(10))
    },
    act: (house) => house.chore('reconcile'),
  },
  'expire what nobody paid': {
    async prepare(house, one) {
      await frozenLetter(house, one)
      await pass(house, days(8))
    },
    act: (house) => house.chore('expire-unpaid'),
  },
  'expire what was paid, unheard': {
    async prepare(house, one) {
      await charged(house, one)
      lose(house)
      await pass(house, days(8))
    },
    act: (house) => house.chore('expire-unpaid'),
  },
}
