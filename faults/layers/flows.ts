import { days, minutes } from '@lacre/letter/days.ts'
import { edited } from '../client/letters.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { pass } from '../nodes/in-process-idle.ts'
import { intent, pay, deliverNewest, type Case, type Flow } from './flow.ts'
import { orderFlows } from './order-flows.ts'

async function freeze(_server: InProcess, one: Case) {
  const frozen = await one.customer.freeze(one.letter)
  if (!frozen) return
  one.frozen = frozen
  await one.customer.see(frozen)
}
const cancel = async (_server: InProcess, { customer, frozen }: Case) => frozen && customer.cancel(frozen)

async function frozenLetter(server: InProcess, one: Case) {
  await freeze(server, one)
  await intent(server, one)
}
async function charged(server: InProcess, one: Case) {
  await frozenLetter(server, one)
  await pay(server, one)
}
async function paid(server: InProcess, one: Case) {
  await charged(server, one)
  await deliverNewest(server)
  server.events.pop()
}
async function cancelled(server: InProcess, one: Case) {
  await paid(server, one)
  await cancel(server, one)
}
async function batched(server: InProcess, one: Case) {
  await paid(server, one)
  await server.closeBatch()
  await server.print()
}
async function payAgain(server: InProcess, one: Case) {
  await frozenLetter(server, one)
  await pay(server, one)
}
const lose = (server: InProcess) => {
  const event = server.events.at(-1)
  if (event) server.lose(event)
}
const post = async (server: InProcess) => {
  for (const name of server.unposted()) await server.post(name)
}

export const flows: Record<string, Flow> = {
  ...orderFlows,
  freeze: {
    prepare: async () => {},
    act: freeze,
    goOn: (server, one) => intent(server, one).then(() => pay(server, one)),
  },
  'freeze an edit': {
    async prepare(server, one) {
      await frozenLetter(server, one)
      one.letter = edited(one.letter)
    },
    act: freeze,
    goOn: (server, one) => intent(server, one).then(() => pay(server, one)),
  },
  'freeze an edit of a letter that was just paid': {
    async prepare(server, one) {
      await charged(server, one)
      one.letter = edited(one.letter)
    },
    act: freeze,
    goOn: intent,
  },
  intent: { prepare: freeze, act: intent, goOn: pay },
  'intent again': { prepare: frozenLetter, act: intent, goOn: pay },
  'webhook: paid': { prepare: charged, act: deliverNewest, goOn: async (server) => server.events.pop() },
  'webhook: declined': {
    async prepare(server, one) {
      await frozenLetter(server, one)
      if (one.frozen && one.secret) await one.customer.pay(one.frozen, one.secret, 'bad')
    },
    act: deliverNewest,
    goOn: pay,
  },
  'webhook: paid, and cancelled meanwhile': {
    async prepare(server, one) {
      await charged(server, one)
      await cancel(server, one)
    },
    act: deliverNewest,
  },
  'webhook: refunded': {
    async prepare(server, one) {
      await cancelled(server, one)
      await server.chore('refunds')
    },
    act: deliverNewest,
  },
  'cancel unpaid': { prepare: frozenLetter, act: cancel },
  'cancel without an intent': { prepare: freeze, act: cancel },
  'cancel a letter that was just paid': { prepare: charged, act: cancel },
  'cancel paid': { prepare: paid, act: cancel },
  refund: { prepare: cancelled, act: (server) => server.chore('refunds') },
  'refund by the office': {
    prepare: paid,
    act: async (server, { frozen }) => frozen && (await server.operator()).decide(frozen.letter, 'refund'),
  },
  batch: { prepare: paid, act: (server) => server.closeBatch() },
  posted: { prepare: batched, act: post },
  invoice: { prepare: paid, act: (server) => server.chore('invoices') },
  'invoice a refund': {
    async prepare(server, one) {
      await cancelled(server, one)
      await server.chore('refunds')
    },
    act: (server) => server.chore('invoices'),
  },
  outbox: { prepare: paid, act: (server) => server.chore('mail-of-letters') },
  'reconcile a lost event': {
    async prepare(server, one) {
      await payAgain(server, one)
      lose(server)
      await pass(server, minutes(10))
    },
    act: (server) => server.chore('reconcile'),
  },
  'expire an unpaid letter': {
    async prepare(server, one) {
      await frozenLetter(server, one)
      await pass(server, days(8))
    },
    act: (server) => server.chore('expire-unpaid'),
  },
  'expire a paid letter with a lost event': {
    async prepare(server, one) {
      await charged(server, one)
      lose(server)
      await pass(server, days(8))
    },
    act: (server) => server.chore('expire-unpaid'),
  },
}
