import { setTimeout as pause } from 'node:timers/promises'
import type { Seed } from '../seed.ts'
import { writeTo, type Written } from './letters.ts'
import { hasMoved } from './moved.ts'
import { ask, freezeAll, pay, writeOthers } from './order-ways.ts'
import type { Frozen, Customer } from './customer.ts'
import type { Way } from './ways.ts'

/** Time for printing, posting and returning, with faults. */
const backWithinMs = 25_000

/** Pays a letter with an outdated address, alone or with others, and waits for its return. */
async function cameBack(customer: Customer, letter: Written, seed: Seed): Promise<Frozen | undefined> {
  const moved = hasMoved.writeTo(seed, letter.recipient)
  const others = seed.is(0.4) ? writeOthers(seed, letter, 1 + seed.below(2)) : []
  const order = await freezeAll(customer, [moved, ...others])
  const form = await ask(customer, order)
  if (!form || !(await pay(customer, form))) return undefined
  const [first] = order
  for (const began = performance.now(); performance.now() - began < backWithinMs; await pause(700))
    if (first && (await customer.state(first)) === 'returned') return first
  return undefined
}

const elsewhere = (seed: Seed, letter: Written, nth: string) => writeTo(seed, `${letter.recipient} ${nth}`)

async function again(customer: Customer, first: Frozen, to: Written): Promise<Frozen | undefined> {
  const second = await customer.sendAgain(first, to)
  if (second) await customer.see(second)
  return second
}

async function payFor(customer: Customer, letters: (Frozen | undefined)[]): Promise<boolean> {
  const form = await ask(
    customer,
    letters.flatMap((one) => one ?? []),
  )
  return form !== undefined && pay(customer, form)
}

type Goes = (customer: Customer, first: Frozen, letter: Written, seed: Seed) => Promise<void>
const afterReturn = (weight: number, go: Goes) => ({
  weight,
  async go(customer: Customer, letter: Written, seed: Seed) {
    const first = await cameBack(customer, letter, seed)
    if (first) await go(customer, first, letter, seed)
  },
})

/** A letter with an outdated address returns, and its customer sends it again. */
export const againWays: Record<string, { weight: number; go: Way }> = {
  'sends again what came back, and tries once more': afterReturn(
    10,
    async (customer, first, letter, seed) => {
      if (!(await payFor(customer, [await again(customer, first, elsewhere(seed, letter, 'dos'))]))) return
      await pause(seed.below(1500))
      const third = await again(customer, first, elsewhere(seed, letter, 'tres'))
      if (third) await payFor(customer, [third])
    },
  ),
  'sends again what came back in two tabs, and pays in both': afterReturn(
    8,
    async (customer, first, letter, seed) => {
      const to = elsewhere(seed, letter, 'dos')
      const tabs = [to, seed.is(0.5) ? to : elsewhere(seed, letter, 'tres')]
      await Promise.all(
        tabs.map(async (tab) => {
          const second = await again(customer, first, tab)
          if (second) await payFor(customer, [second])
        }),
      )
    },
  ),
  'corrects what is sent again, and pays both forms': afterReturn(
    4,
    async (customer, first, letter, seed) => {
      const second = await again(customer, first, elsewhere(seed, letter, 'dos'))
      const old = second && (await ask(customer, [second]))
      const corrected = await again(customer, first, elsewhere(seed, letter, 'tres'))
      if (old && seed.is(0.6)) await pay(customer, old)
      if (seed.is(0.8)) await payFor(customer, [corrected])
    },
  ),
  'sends again what came back together with a new letter, and cancels one': afterReturn(
    4,
    async (customer, first, letter, seed) => {
      const second = await again(customer, first, elsewhere(seed, letter, 'dos'))
      const [other] = await freezeAll(customer, [elsewhere(seed, letter, 'tres')])
      if (!second || !(await payFor(customer, [second, other]))) return
      if (!(await customer.cancel(seed.pick([second, other ?? second])))) return
      // After a cancellation the returned letter may be sent again.
      const third = await again(customer, first, elsewhere(seed, letter, 'cuatro'))
      if (third) await payFor(customer, [third])
    },
  ),
}
