import { setTimeout as pause } from 'node:timers/promises'
import type { Seed } from '../seed.ts'
import { againWays } from './again-ways.ts'
import { edited, writeTo, type Written } from './letters.ts'
import { orderWays } from './order-ways.ts'
import type { Frozen, Customer } from './customer.ts'

/** One of the ways people go with a letter, the usual and the unlucky. */
export type Way = (customer: Customer, letter: Written, seed: Seed) => Promise<void>

async function ready(
  customer: Customer,
  letter: Written,
): Promise<{ frozen: Frozen; secret: string } | undefined> {
  const frozen = await customer.freeze(letter)
  if (!frozen) return undefined
  await customer.see(frozen)
  const intent = await customer.askIntent(frozen)
  return intent && 'secret' in intent ? { frozen, secret: intent.secret } : undefined
}

const letterWays: Record<string, { weight: number; go: Way }> = {
  pays: {
    weight: 34,
    async go(customer, letter) {
      const at = await ready(customer, letter)
      if (at) await customer.pay(at.frozen, at.secret)
    },
  },
  'pays at the second card': {
    weight: 8,
    async go(customer, letter, seed) {
      const at = await ready(customer, letter)
      if (!at) return
      await customer.pay(at.frozen, at.secret, 'bad')
      if (seed.is(0.5)) await customer.askIntent(at.frozen)
      await customer.pay(at.frozen, at.secret)
    },
  },
  'presses Enviar and Pagar twice at once': {
    weight: 10,
    async go(customer, letter) {
      const [one, other] = await Promise.all([customer.freeze(letter), customer.freeze(letter)])
      const frozen = one ?? other
      if (!frozen) return
      await customer.see(frozen)
      const intents = await Promise.all([customer.askIntent(frozen), customer.askIntent(frozen)])
      const secrets = intents.flatMap((intent) => (intent && 'secret' in intent ? [intent.secret] : []))
      await Promise.all(secrets.map((secret) => customer.pay(frozen, secret)))
    },
  },
  'edits, and pays the new one': {
    weight: 10,
    async go(customer, letter, seed) {
      const first = await ready(customer, letter)
      const second = await ready(customer, edited(letter))
      // The old form may still stand open in another tab.
      if (first && seed.is(0.4)) await customer.pay(first.frozen, first.secret)
      if (second) await customer.pay(second.frozen, second.secret)
    },
  },
  'pays while an edit is sent': {
    weight: 6,
    async go(customer, letter) {
      const first = await ready(customer, letter)
      if (!first) return
      await Promise.all([customer.pay(first.frozen, first.secret), ready(customer, edited(letter))])
    },
  },
  'cancels unpaid': {
    weight: 6,
    async go(customer, letter) {
      const at = await ready(customer, letter)
      if (at) await customer.cancel(at.frozen)
    },
  },
  'pays while it is cancelled': {
    weight: 8,
    async go(customer, letter, seed) {
      const at = await ready(customer, letter)
      if (!at) return
      const paying = pause(seed.below(40)).then(() => customer.pay(at.frozen, at.secret))
      await Promise.all([paying, pause(seed.below(40)).then(() => customer.cancel(at.frozen))])
    },
  },
  'pays and cancels later': {
    weight: 14,
    async go(customer, letter, seed) {
      const at = await ready(customer, letter)
      if (!at || !(await customer.pay(at.frozen, at.secret))) return
      await pause(seed.below(6000))
      await customer.cancel(at.frozen)
      if (seed.is(0.3)) await customer.cancel(at.frozen)
    },
  },
  'never pays': {
    weight: 4,
    async go(customer, letter, seed) {
      const frozen = await customer.freeze(letter)
      if (frozen && seed.is(0.6)) await customer.askIntent(frozen)
    },
  },
}

const ways = { ...letterWays, ...orderWays, ...againWays }

const sum = (names: string[]) => names.reduce((weight, name) => weight + ways[name]!.weight, 0)

/** Chosen by weight. */
export function anyWay(seed: Seed): string {
  const names = Object.keys(ways)
  let left = seed.next() * sum(names)
  return names.find((name) => (left -= ways[name]!.weight) < 0) ?? names[0]!
}

export const goOn = (way: string, customer: Customer, name: string, seed: Seed): Promise<void> =>
  ways[way]!.go(customer, writeTo(seed, name), seed)
