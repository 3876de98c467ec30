import { setTimeout as pause } from 'node:timers/promises'
import type { Checked } from '../check/check.ts'
import { each, type Invariant } from '../check/violation.ts'
import { edited, writeTo, type Written } from '../client/letters.ts'
import type { Frozen, Customer } from '../client/customer.ts'
import type { Side } from '../nodes/failpoints.ts'
import type { InProcess } from '../nodes/in-process.ts'
import type { Seed } from '../seed.ts'
import type { CallFailure } from '../stand-in/call-failures.ts'

/** Steps of a customer, a provider or an operator. Then the harness waits until idle and checks every rule. */
export type Story = (server: InProcess, seed: Seed) => Promise<Checked | void>

export type Ready = { customer: Customer; letter: Written; frozen: Frozen; secret: string }

let letters = 0
export const newName = () => `Destino ${++letters}`

export async function frozenLetter(server: InProcess, seed: Seed): Promise<Omit<Ready, 'secret'>> {
  const customer = await server.customer(seed)
  const letter = writeTo(seed, newName())
  const frozen = await customer.freeze(letter)
  if (!frozen) throw new Error('the letter was not taken')
  await customer.see(frozen)
  return { customer, letter, frozen }
}

export async function withIntent(server: InProcess, seed: Seed): Promise<Ready> {
  const one = await frozenLetter(server, seed)
  return { ...one, secret: await secretOf(one) }
}

export async function secretOf({ customer, frozen }: Pick<Ready, 'customer' | 'frozen'>): Promise<string> {
  const intent = await customer.askIntent(frozen)
  if (!intent || !('secret' in intent)) throw new Error('there was no intent')
  return intent.secret
}

export const createCall = 'POST /v1/payment_intents'
export const cancelCall = `${createCall}/{id}/cancel`

/** The call that makes the intent fails; the customer retries and pays. */
export async function paidAfter(server: InProcess, seed: Seed, failure: CallFailure): Promise<void> {
  const { customer, frozen } = await frozenLetter(server, seed)
  server.network.failureOf = once(createCall, failure)
  await customer.askIntent(frozen)
  const intent = await customer.askIntent(frozen)
  if (intent && 'secret' in intent) await customer.pay(frozen, intent.secret)
}

/** Charged at the provider; its event waits in `server.events`. */
export async function charged(server: InProcess, seed: Seed): Promise<Ready> {
  const one = await withIntent(server, seed)
  await one.customer.pay(one.frozen, one.secret)
  return one
}

export async function paid(server: InProcess, seed: Seed): Promise<Ready> {
  const one = await charged(server, seed)
  await deliverAll(server)
  return one
}

export async function deliverAll(server: InProcess) {
  for (const event of server.events.splice(0)) await server.deliver(event)
}

export function loseAll(server: InProcess) {
  for (const event of server.events.slice()) server.lose(event)
}

export async function freezeEdit({
  customer,
  letter,
}: Omit<Ready, 'secret'>): Promise<Omit<Ready, 'secret'>> {
  const newer = edited(letter)
  const frozen = await customer.freeze(newer)
  if (!frozen) throw new Error('the edit was not taken')
  await customer.see(frozen)
  return { customer, letter: newer, frozen }
}

export const first = <One>(all: Iterable<One>): One => {
  const [one] = all
  if (!one) throw new Error('there is none')
  return one
}

/** The newest intent at the provider. */
export const intentOf = ({ books }: InProcess) => first([...books.intents.values()].toReversed())

/** Fails the next call of this name, once. */
export function once<Failure>(call: string, failure: Failure) {
  let left = 1
  return (made: string) => (made === call && left-- > 0 ? failure : undefined)
}

/** A check of the story itself: the rule is broken when `what` is a sentence. */
export const broken = (rule: Invariant, { letter }: Frozen, what: string | false | undefined): Checked => ({
  [rule]: each(
    rule,
    [letter],
    () => what,
    (id) => id,
  ),
})

/** Runs `happens` once, at the next failpoint of this name. `since`: only after a failpoint of that name. */
export function atNext(
  { failpoints }: InProcess,
  side: Side,
  name: string,
  happens: () => Promise<unknown>,
  since?: string,
) {
  let isSince = since === undefined
  failpoints.interceptor = async (step, when) => {
    isSince ||= step === since
    if (!isSince || when !== side || step !== name) return
    failpoints.interceptor = undefined
    await happens()
  }
}

/** Waits until the work has ended, or waits for a lock of the caller. */
export async function endedOrHeld({ query }: InProcess, work: Promise<unknown>): Promise<void> {
  const ended = work.then(
    () => true,
    () => true,
  )
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (!(await Promise.race([ended, pause(10, false)]))) if ((await query(waiting)).length) return
}

const heldMs = 400

/**
 * The server stops at a failpoint of this name until `work` has its answer, or a time limit; then it crashes, and
 * restarts. `since`: only after a failpoint of that name.
 */
export async function dyingAt(
  { failpoints }: InProcess,
  name: string,
  side: 'before' | 'after',
  work: () => Promise<unknown>,
  since?: string,
): Promise<void> {
  let isSince = since === undefined
  let isHeld = false
  const answered = Promise.withResolvers<void>()
  const died = Promise.withResolvers<void>()
  failpoints.interceptor = async (step, when) => {
    isSince ||= step === since
    // The answer may wait for another failpoint of this name.
    if (!isSince || isHeld || step !== name || when !== side) return
    isHeld = true
    await Promise.race([answered.promise, pause(heldMs)])
    died.resolve()
    failpoints.crash()
  }
  await work().catch(() => {})
  answered.resolve()
  await Promise.race([died.promise, pause(heldMs)])
  failpoints.interceptor = undefined
  if (failpoints.isDead()) failpoints.revive()
}
