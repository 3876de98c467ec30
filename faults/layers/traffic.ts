import { setTimeout as pause } from 'node:timers/promises'
import { cardForm, callAt, register } from '../client/calls.ts'
import { createCustomer } from '../client/customer.ts'
import { anyWay, goOn } from '../client/ways.ts'
import type { Seed } from '../seed.ts'
import type { World } from '../world.ts'

/** An account may ask for twenty intents an hour. */
const lettersPerCustomer = 10
/** The server refuses while a letter is paid and not yet printed. */
const erasedAfterALetter = 0.3

/** Customers write, pay, edit and cancel until `isOn` ends. Most retry a call without an answer, a few give up. */
export async function traffic(
  world: World,
  seed: Seed,
  customers: number,
  isOn: () => boolean,
): Promise<void> {
  let written = 0
  const nextName = () => (isOn() ? `Destino ${++written}` : undefined)
  await Promise.all(
    Array.from({ length: customers }, (_, number) =>
      runCustomer(world, seed.fork(`customer ${number}`), nextName),
    ),
  )
}

async function runCustomer(world: World, seed: Seed, nextName: () => string | undefined) {
  const url = () => seed.pick(world.nodes).url
  const patience = () => (seed.is(0.15) ? 0 : 12)
  const payCard = cardForm(world.cardsUrl)
  for (;;) {
    const registered = await register(url())
    if (!registered) {
      if (nextName() === undefined) return
      await pause(300)
      continue
    }
    const { acks, clock } = world
    const { token, account, password } = registered
    const customer = createCustomer({
      account,
      password,
      call: callAt(url, token),
      signInAgain: async () => {},
      payCard,
      acks,
      seed,
      patience,
      now: clock.now,
    })
    for (let left = lettersPerCustomer; left > 0; left--) {
      const name = nextName()
      if (name === undefined) return
      await goOn(anyWay(seed), customer, name, seed)
      await pause(seed.below(300))
      if (seed.is(erasedAfterALetter) && (await customer.erase())) break
    }
  }
}
