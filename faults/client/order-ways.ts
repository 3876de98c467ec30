import { setTimeout as pause } from 'node:timers/promises'
import type { Seed } from '../seed.ts'
import { edited, forDay, writeTo, type Written } from './letters.ts'
import type { Frozen, Customer } from './customer.ts'
import type { Way } from './ways.ts'

const many = 0.05
const mostSeen = 3

/** How many letters a customer pays together: mostly two to four, sometimes dozens. */
export const sizeOf = (seed: Seed): number => (seed.is(many) ? 12 + seed.below(39) : 2 + seed.below(3))

/** Letters of the same sender to other recipients, to pay together with `first`. */
export const writeOthers = (seed: Seed, first: Written, others: number): Written[] =>
  Array.from({ length: others }, (_, at) => writeTo(seed, `${first.recipient} ${at + 2}`))

/** Freezes one letter after the other, as the page does. Refused ones are left out. */
export async function freezeAll(customer: Customer, letters: Written[]): Promise<Frozen[]> {
  const order: Frozen[] = []
  for (const letter of letters) {
    const frozen = await customer.freeze(letter)
    if (!frozen) continue
    order.push(frozen)
    if (order.length <= mostSeen) await customer.see(frozen)
  }
  return order
}

/** An order and its client secret. */
type Form = { order: Frozen[]; secret: string }

export async function ask(customer: Customer, order: Frozen[], by = order[0]): Promise<Form | undefined> {
  const intent = by && (await customer.askIntent(by, order))
  return intent && 'secret' in intent ? { order, secret: intent.secret } : undefined
}

async function ready(customer: Customer, first: Written, seed: Seed, size = sizeOf(seed)) {
  const order = await freezeAll(customer, [first, ...writeOthers(seed, first, size - 1)])
  return { order, form: await ask(customer, order) }
}

export const pay = (customer: Customer, { order, secret }: Form) =>
  customer.pay(order[0]!, secret, 'good', order)

/** Within the week that passes after the faults. */
const daysAhead = 5

/** What customers do with several letters. */
export const orderWays: Record<string, { weight: number; go: Way }> = {
  'pays several letters at once': {
    weight: 16,
    async go(customer, letter, seed) {
      const { form } = await ready(customer, letter, seed)
      if (form && seed.is(0.15)) await customer.pay(form.order[0]!, form.secret, 'bad', form.order)
      if (form) await pay(customer, form)
    },
  },
  'pays several and cancels some': {
    weight: 12,
    async go(customer, letter, seed) {
      const { form } = await ready(customer, letter, seed)
      if (!form || !(await pay(customer, form))) return
      await pause(seed.below(6000))
      for (const one of form.order.filter(() => seed.is(0.4))) {
        await customer.cancel(one)
        if (seed.is(0.2)) await customer.cancel(one)
      }
    },
  },
  'pays several and cancels all at once': {
    weight: 4,
    async go(customer, letter, seed) {
      const { form } = await ready(customer, letter, seed, 2 + seed.below(3))
      if (!form || !(await pay(customer, form))) return
      await Promise.all(form.order.map((one) => customer.cancel(one)))
    },
  },
  'pays several, one of them for a day, and changes that day': {
    weight: 6,
    async go(customer, letter, seed) {
      const later = forDay(letter, customer.now(), seed.below(daysAhead))
      const order = await freezeAll(customer, [later, ...writeOthers(seed, letter, 1)])
      const form = await ask(customer, order)
      if (!form || !(await pay(customer, form))) return
      const [first] = order
      await pause(seed.below(3000))
      const { postOn } = forDay(letter, customer.now(), seed.below(daysAhead)).body
      if (first && seed.is(0.6)) await customer.changeDay(first, postOn ?? null)
      if (first && seed.is(0.2)) await customer.cancel(first)
    },
  },
  'forms the order anew before paying': {
    weight: 8,
    async go(customer, letter, seed) {
      const { order, form: old } = await ready(customer, letter, seed, 2 + seed.below(3))
      const more = seed.is(0.5) ? await freezeAll(customer, writeOthers(seed, edited(letter), 1)) : []
      const newer = await ask(customer, more.length ? [...order, ...more] : order.slice(1))
      // The old form may still stand open in another tab.
      if (old && seed.is(0.5)) await pay(customer, old)
      if (newer) await pay(customer, newer)
    },
  },
  'asks in two tabs for different letters': {
    weight: 6,
    async go(customer, letter, seed) {
      const { order } = await ready(customer, letter, seed, 3)
      const forms = await Promise.all([
        ask(customer, order.slice(0, 2)),
        ask(customer, order.slice(1), order.at(-1)),
      ])
      await Promise.all(forms.flatMap((form) => (form ? [pay(customer, form)] : [])))
    },
  },
  'asks for one letter of several, as the specification does': {
    weight: 4,
    async go(customer, letter, seed) {
      const { order } = await ready(customer, letter, seed)
      const one = order.at(-1)
      const intent = one && (await customer.askIntent(one))
      if (intent && 'secret' in intent) await pay(customer, { order, secret: intent.secret })
    },
  },
  'cancels one of several unpaid, and pays the rest': {
    weight: 6,
    async go(customer, letter, seed) {
      const { order, form: old } = await ready(customer, letter, seed, 3)
      const [first, ...rest] = order
      if (first) await customer.cancel(first)
      if (old && seed.is(0.4)) await pay(customer, old)
      const form = rest.length ? await ask(customer, rest) : undefined
      if (form) await pay(customer, form)
    },
  },
  'pays several while one is edited or cancelled': {
    weight: 6,
    async go(customer, letter, seed) {
      const { order, form } = await ready(customer, letter, seed, 2 + seed.below(2))
      const [first] = order
      if (!form || !first) return
      const other: () => Promise<unknown> = seed.is(0.5)
        ? () => customer.cancel(first)
        : () => customer.freeze(edited(letter))
      await Promise.all([
        pause(seed.below(40)).then(() => pay(customer, form)),
        pause(seed.below(40)).then(other),
      ])
    },
  },
}
