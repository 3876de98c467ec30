import { setTimeout as pause } from 'node:timers/promises'
import type { Seed } from '../seed.ts'
import { writeTo, type Written } from './letters.ts'
import { hasMoved } from './moved.ts'
import { ask, freezeAll, pay, writeOthers } from './order-ways.ts'
import type { Frozen, Person } from './person.ts'
import type { Way } from './ways.ts'

/** Printed, posted and brought back, while everything goes wrong. */
const backWithinMs = 25_000

/** Paid, alone or with another, and brought back: they do not live there any more. */
async function cameBack(person: Person, letter: Written, seed: Seed): Promise<Frozen | undefined> {
  const moved = hasMoved.writeTo(seed, letter.recipient)
  const others = seed.is(0.4) ? writeOthers(seed, letter, 1 + seed.below(2)) : []
  const order = await freezeAll(person, [moved, ...others])
  const form = await ask(person, order)
  if (!form || !(await pay(person, form))) return undefined
  const [first] = order
  for (const began = performance.now(); performance.now() - began < backWithinMs; await pause(700))
    if (first && (await person.state(first)) === 'returned') return first
  return undefined
}

const elsewhere = (seed: Seed, letter: Written, nth: string) => writeTo(seed, `${letter.recipient} ${nth}`)

async function again(person: Person, first: Frozen, to: Written): Promise<Frozen | undefined> {
  const second = await person.sendAgain(first, to)
  if (second) await person.see(second)
  return second
}

async function payFor(person: Person, letters: (Frozen | undefined)[]): Promise<boolean> {
  const form = await ask(
    person,
    letters.flatMap((one) => one ?? []),
  )
  return form !== undefined && pay(person, form)
}

type Goes = (person: Person, first: Frozen, letter: Written, seed: Seed) => Promise<void>
const afterReturn = (weight: number, go: Goes) => ({
  weight,
  async go(person: Person, letter: Written, seed: Seed) {
    const first = await cameBack(person, letter, seed)
    if (first) await go(person, first, letter, seed)
  },
})

/** The ways people go with a letter to somebody who has moved: it comes back, and they send it once more. */
export const againWays: Record<string, { weight: number; go: Way }> = {
  'sends again what came back, and tries once more': afterReturn(10, async (person, first, letter, seed) => {
    if (!(await payFor(person, [await again(person, first, elsewhere(seed, letter, 'dos'))]))) return
    await pause(seed.below(1500))
    const third = await again(person, first, elsewhere(seed, letter, 'tres'))
    if (third) await payFor(person, [third])
  }),
  'sends again what came back in two tabs, and pays in both': afterReturn(
    8,
    async (person, first, letter, seed) => {
      const to = elsewhere(seed, letter, 'dos')
      const tabs = [to, seed.is(0.5) ? to : elsewhere(seed, letter, 'tres')]
      await Promise.all(
        tabs.map(async (tab) => {
          const second = await again(person, first, tab)
          if (second) await payFor(person, [second])
        }),
      )
    },
  ),
  'corrects what is sent again, and pays both forms': afterReturn(4, async (person, first, letter, seed) => {
    const second = await again(person, first, elsewhere(seed, letter, 'dos'))
    const old = second && (await ask(person, [second]))
    const corrected = await again(person, first, elsewhere(seed, letter, 'tres'))
    if (old && seed.is(0.6)) await pay(person, old)
    if (seed.is(0.8)) await payFor(person, [corrected])
  }),
  'sends again what came back together with a new letter, and cancels one': afterReturn(
    4,
    async (person, first, letter, seed) => {
      const second = await again(person, first, elsewhere(seed, letter, 'dos'))
      const [other] = await freezeAll(person, [elsewhere(seed, letter, 'tres')])
      if (!second || !(await payFor(person, [second, other]))) return
      if (!(await person.cancel(seed.pick([second, other ?? second])))) return
      // Cancelled, it may go again in another envelope.
      const third = await again(person, first, elsewhere(seed, letter, 'cuatro'))
      if (third) await payFor(person, [third])
    },
  ),
}
