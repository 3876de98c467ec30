import { setTimeout as pause } from 'node:timers/promises'
import type { Seed } from '../seed.ts'
import { againWays } from './again-ways.ts'
import { edited, writeTo, type Written } from './letters.ts'
import { orderWays } from './order-ways.ts'
import type { Frozen, Person } from './person.ts'

/** One of the ways people go with a letter, the usual and the unlucky. */
export type Way = (person: Person, letter: Written, seed: Seed) => Promise<void>

async function ready(
  person: Person,
  letter: Written,
): Promise<{ frozen: Frozen; secret: string } | undefined> {
  const frozen = await person.freeze(letter)
  if (!frozen) return undefined
  await person.see(frozen)
  const intent = await person.askIntent(frozen)
  return intent && 'secret' in intent ? { frozen, secret: intent.secret } : undefined
}

const letterWays: Record<string, { weight: number; go: Way }> = {
  pays: {
    weight: 34,
    async go(person, letter) {
      const at = await ready(person, letter)
      if (at) await person.pay(at.frozen, at.secret)
    },
  },
  'pays at the second card': {
    weight: 8,
    async go(person, letter, seed) {
      const at = await ready(person, letter)
      if (!at) return
      await person.pay(at.frozen, at.secret, 'bad')
      if (seed.is(0.5)) await person.askIntent(at.frozen)
      await person.pay(at.frozen, at.secret)
    },
  },
  'presses Enviar and Pagar twice at once': {
    weight: 10,
    async go(person, letter) {
      const [one, other] = await Promise.all([person.freeze(letter), person.freeze(letter)])
      const frozen = one ?? other
      if (!frozen) return
      await person.see(frozen)
      const intents = await Promise.all([person.askIntent(frozen), person.askIntent(frozen)])
      const secrets = intents.flatMap((intent) => (intent && 'secret' in intent ? [intent.secret] : []))
      await Promise.all(secrets.map((secret) => person.pay(frozen, secret)))
    },
  },
  'edits, and pays the new one': {
    weight: 10,
    async go(person, letter, seed) {
      const first = await ready(person, letter)
      const second = await ready(person, edited(letter))
      // The old form may still stand open in another tab.
      if (first && seed.is(0.4)) await person.pay(first.frozen, first.secret)
      if (second) await person.pay(second.frozen, second.secret)
    },
  },
  'pays while an edit is sent': {
    weight: 6,
    async go(person, letter) {
      const first = await ready(person, letter)
      if (!first) return
      await Promise.all([person.pay(first.frozen, first.secret), ready(person, edited(letter))])
    },
  },
  'cancels unpaid': {
    weight: 6,
    async go(person, letter) {
      const at = await ready(person, letter)
      if (at) await person.cancel(at.frozen)
    },
  },
  'pays while it is cancelled': {
    weight: 8,
    async go(person, letter, seed) {
      const at = await ready(person, letter)
      if (!at) return
      const paying = pause(seed.below(40)).then(() => person.pay(at.frozen, at.secret))
      await Promise.all([paying, pause(seed.below(40)).then(() => person.cancel(at.frozen))])
    },
  },
  'pays and cancels later': {
    weight: 14,
    async go(person, letter, seed) {
      const at = await ready(person, letter)
      if (!at || !(await person.pay(at.frozen, at.secret))) return
      await pause(seed.below(6000))
      await person.cancel(at.frozen)
      if (seed.is(0.3)) await person.cancel(at.frozen)
    },
  },
  'never pays': {
    weight: 4,
    async go(person, letter, seed) {
      const frozen = await person.freeze(letter)
      if (frozen && seed.is(0.6)) await person.askIntent(frozen)
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

export const goOn = (way: string, person: Person, name: string, seed: Seed): Promise<void> =>
  ways[way]!.go(person, writeTo(seed, name), seed)
