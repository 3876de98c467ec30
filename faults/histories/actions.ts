import { hours, minutes } from '@lacre/letter/days.ts'
import { pass } from '../nodes/in-process-idle.ts'
import { callFailures } from '../stand-in/call-failures.ts'
import {
  askByOne,
  askIntent,
  changeDay,
  edit,
  freeze,
  freezeAlong,
  sendAgain,
  type Session,
  type Instance,
} from './session.ts'

/** One action of a customer, an operator or the outside. `weight`: its frequency. */
type Action = { weight: number; go: (instance: Instance, session: Session) => Promise<unknown> }

export async function pay({ seed, outcomes }: Instance, session: Session, isGood = true) {
  const form = seed.is(0.8) ? session.forms.at(-1) : session.forms[0]
  const [first] = form?.order ?? []
  if (form && first)
    await session.customer.pay(first, form.secret, isGood ? outcomes.card('good') : 'bad', form.order)
}

async function askWithFailures(instance: Instance, session: Session) {
  const { server, seed } = instance
  const failure = seed.pick(callFailures)
  const prefix = seed.pick(['POST', ''])
  let left = 1 + seed.below(3)
  server.network.failureOf = (call) => (call.startsWith(prefix) && left-- > 0 ? failure : undefined)
  await askIntent(instance, session)
  server.network.failureOf = () => undefined
}

/** Delivers one waiting event, loses it, or delivers it twice at once. */
async function deliver({ server, seed }: Instance) {
  const event = server.events[seed.below(server.events.length)]
  if (!event) return
  if (seed.is(0.12)) return server.lose(event)
  const twice = seed.is(0.25)
  const statuses = await Promise.all(
    (twice ? ['in-parallel', 'in-parallel'] : ['at-once']).map((how) =>
      server.deliver(event, how as 'in-parallel' | 'at-once'),
    ),
  )
  // Delivered; a fifth of them is delivered again later.
  if (statuses.includes(200) && !seed.is(0.2)) server.events.splice(server.events.indexOf(event), 1)
}

async function deliverAll(instance: Instance) {
  for (let left = instance.server.events.length; left > 0; left--) await deliver(instance)
}

async function choreWithFailures({ server, seed }: Instance, name: string) {
  const failure = seed.is(0.3) ? undefined : seed.pick(callFailures)
  let left = 1 + seed.below(2)
  server.network.failureOf = () => (failure && left-- > 0 ? failure : undefined)
  await server.chore(name)
  server.network.failureOf = () => undefined
}

async function decide({ server, seed, operator }: Instance) {
  const waiting = await server.query<{ id: string }>(
    'select distinct letter_id as id from issue where settled_at is null and letter_id is not null',
  )
  if (waiting.length)
    await operator.decide(seed.pick(waiting).id, seed.pick(['resume', 'cancel', 'give-back'] as const))
}

/** Refunds any letter, in any state. */
const refund = ({ seed, operator }: Instance, { frozen, along }: Session) =>
  frozen.length ? operator.decide(seed.pick([...frozen, ...along]).letter, 'refund') : undefined

/** Cancels one letter of an order, sometimes all at once. */
async function cancel({ seed }: Instance, { customer, frozen, along }: Session) {
  const all = [...frozen.slice(-1), ...along]
  if (!all.length) return
  if (seed.is(0.2)) await Promise.all(all.map((one) => customer.cancel(one)))
  else await customer.cancel(seed.pick(all))
}

/** Returns a posted letter. */
async function bringBack({ server, seed, operator }: Instance) {
  const posted = await server.query<{ id: string }>(
    "select id from letter where state = 'posted' order by id",
  )
  if (posted.length) await operator.takeBack(seed.pick(posted).id)
}

async function batch({ server }: Instance) {
  await server.closeBatch()
  await server.print()
}

/** The server was down for hours: reconciling at the start finds what was lost. */
const longPause = async ({ server, seed }: Instance) => {
  await pass(server, seed.pick([hours(3), hours(25), hours(60)]))
  await server.chore('reconcile')
}

export const actions: Record<string, Action> = {
  'sends it again': { weight: 3, go: (_instance, session) => freeze(session) },
  'sends an edit': { weight: 2, go: (_instance, session) => edit(session) },
  'chooses another day': { weight: 3, go: changeDay },
  'writes to one more': { weight: 3, go: freezeAlong },
  'asks for an intent': { weight: 8, go: askIntent },
  'asks for an intent by one letter': { weight: 2, go: askByOne },
  'asks for an intent, and the call fails': { weight: 6, go: askWithFailures },
  pays: { weight: 14, go: pay },
  'tries a bad card': { weight: 2, go: (instance, session) => pay(instance, session, false) },
  'an event is delivered': { weight: 14, go: deliver },
  'all events are delivered': { weight: 6, go: deliverAll },
  cancels: { weight: 8, go: cancel },
  'erases the account': { weight: 2, go: (_instance, session) => session.customer.erase() },
  'an operator closes a batch': { weight: 5, go: batch },
  'printed batches are posted': {
    weight: 2,
    go: async ({ server }) => {
      for (const name of server.unposted()) await server.post(name)
    },
  },
  'the post returns one': { weight: 3, go: bringBack },
  'sends a returned letter again': { weight: 4, go: sendAgain },
  'an operator decides': { weight: 4, go: decide },
  'an operator refunds': { weight: 2, go: async (instance, session) => refund(instance, session) },
  'keeps a signature': { weight: 2, go: (_instance, session) => session.customer.keepSignature() },
  'refunds are made': { weight: 6, go: (instance) => choreWithFailures(instance, 'refunds') },
  'invoices are written': { weight: 4, go: (instance) => choreWithFailures(instance, 'invoices') },
  'payments are reconciled': { weight: 4, go: (instance) => choreWithFailures(instance, 'reconcile') },
  'unpaid letters expire': { weight: 2, go: (instance) => choreWithFailures(instance, 'expire-unpaid') },
  'mail is sent': { weight: 2, go: ({ server }) => server.chore('mail-of-letters') },
  'minutes pass': { weight: 5, go: ({ server, seed }) => pass(server, minutes(1 + seed.below(90))) },
  'hours pass': { weight: 2, go: longPause },
}

const names = Object.keys(actions)
const total = names.reduce((sum, name) => sum + actions[name]!.weight, 0)

export function anyAction(instance: Instance): { name: string; go: () => Promise<unknown> } {
  let left = instance.seed.next() * total
  const name = names.find((one) => (left -= actions[one]!.weight) < 0) ?? names[0]!
  const session = instance.seed.pick(instance.sessions)
  return { name, go: () => actions[name]!.go(instance, session) }
}
