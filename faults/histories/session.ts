import { edited, forDay, writeTo, type Written } from '../client/letters.ts'
import type { Operator } from '../client/operator.ts'
import type { Frozen, Customer } from '../client/customer.ts'
import type { InProcess } from '../nodes/in-process.ts'
import type { Seed } from '../seed.ts'
import type { CardOutcomes } from '../stand-in/card-outcomes.ts'

/** An order and its client secret. */
export type Form = { order: Frozen[]; secret: string }

/** A customer with a letter. `frozen`: all its versions. */
export type Session = {
  customer: Customer
  letter: Written
  frozen: Frozen[]
  /** Frozen letters to other recipients, to pay together with it. */
  along: Frozen[]
  forms: Form[]
}

/** A server, and customers who use it at the same time. */
export type Instance = {
  server: InProcess
  seed: Seed
  outcomes: CardOutcomes
  operator: Operator
  sessions: Session[]
}

let letters = 0

export async function newSession({ server, seed, sessions }: Instance): Promise<Session> {
  const customer = await server.customer(seed)
  const letter = writeTo(seed, `Vida ${++letters}`)
  const session: Session = { customer, letter, frozen: [], along: [], forms: [] }
  sessions.push(session)
  return session
}

export async function freeze(session: Session) {
  const frozen = await session.customer.freeze(session.letter)
  if (!frozen) return
  if (!session.frozen.some(({ letter }) => letter === frozen.letter)) await session.customer.see(frozen)
  session.frozen.push(frozen)
}

export function edit(session: Session) {
  session.letter = edited(session.letter)
  return freeze(session)
}

const daysAhead = 45
const isForADay = 0.25

/** Freezes a letter to another recipient, sometimes with a posting day. */
export async function freezeAlong({ seed, server }: Instance, session: Session) {
  const letter = writeTo(seed, `Vida ${++letters}`)
  const written = seed.is(isForADay) ? forDay(letter, server.clock.now(), seed.below(daysAhead)) : letter
  const frozen = await session.customer.freeze(written)
  if (!frozen) return
  await session.customer.see(frozen)
  session.along.push(frozen)
}

/** Sends a returned letter again, to pay together with the unpaid ones. */
export async function sendAgain({ seed, server }: Instance, { customer, frozen, along }: Session) {
  const ids = [...frozen, ...along].map(({ letter }) => letter)
  const back = await server.query<{ id: string }>(
    "select id from letter where state = 'returned' and id = any($1) order by id",
    [ids],
  )
  const first = [...frozen, ...along].find(({ letter }) => letter === back[0]?.id)
  const second = first && (await customer.sendAgain(first, writeTo(seed, `Vida ${++letters}`)))
  if (!second) return
  await customer.see(second)
  along.push(second)
}

/** Changes the posting day of one letter, or removes it. */
export async function changeDay({ seed, server }: Instance, { customer, letter, frozen, along }: Session) {
  const all = [...frozen, ...along]
  const { postOn } = forDay(letter, server.clock.now(), seed.below(daysAhead)).body
  if (all.length) await customer.changeDay(seed.pick(all), seed.is(0.7) ? (postOn ?? null) : null)
}

/** Asks for an intent for the newest version, alone as in the specification or with some of the others. */
export async function askIntent({ seed }: Instance, session: Session) {
  const frozen = session.frozen.at(-1)
  if (!frozen) return
  const along = session.along.filter(() => seed.is(0.8))
  const order = session.along.length ? [frozen, ...along] : undefined
  const answer = await session.customer.askIntent(seed.pick(order ?? [frozen]), order)
  if (answer && 'secret' in answer) session.forms.push({ order: order ?? [frozen], secret: answer.secret })
}

/** Asks by one letter, as in the specification. The answer is for the current order of that letter. */
export async function askByOne({ seed }: Instance, session: Session) {
  const known = session.forms.at(-1)
  if (!known) return
  const answer = await session.customer.askIntent(seed.pick(known.order))
  if (answer && 'secret' in answer) session.forms.push({ ...known, secret: answer.secret })
}
