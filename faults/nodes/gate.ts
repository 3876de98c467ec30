import { AsyncLocalStorage } from 'node:async_hooks'

/** The process is dead from here on: whoever still runs for it gets nothing done. */
export class Crash extends Error {
  override name = 'Crash'
}

export type Side = 'before' | 'after'
/** Called at each step; what it does meanwhile has happened in between. */
export type Intrude = (step: string, side: Side) => Promise<void> | void

/**
 * Everything a server does to the outside, its database included, goes through `step`. At the k-th of them it may die,
 * before the effect or after it and before anybody hears of it; until `revive` nothing gets through.
 */
export function createGate() {
  const life = new AsyncLocalStorage<number>()
  const intruding = new AsyncLocalStorage<true>()
  let generation = 1
  let isDead = false
  let armed: { at: number; side: Side } | undefined
  let steps: string[] = []
  const onDeath = new Set<() => void>()

  function end() {
    isDead = true
    armed = undefined
    for (const drop of onDeath) drop()
    onDeath.clear()
  }
  function die(): never {
    end()
    throw new Crash()
  }
  /** Of an earlier life, or of one that has just ended. */
  const isGone = () => isDead || (life.getStore() ?? generation) !== generation

  const gate = {
    intrude: undefined as Intrude | undefined,
    async step<T>(name: string, call: () => Promise<T>): Promise<T> {
      if (isGone()) throw new Crash()
      const me = steps.push(name)
      if (armed?.at === me && armed.side === 'before') die()
      const { intrude } = gate
      if (intrude && !intruding.getStore()) await intruding.run(true, async () => intrude(name, 'before'))
      const result = await call()
      if (intrude && !intruding.getStore()) await intruding.run(true, async () => intrude(name, 'after'))
      if (isGone()) throw new Crash()
      if (armed?.at === me && armed.side === 'after') die()
      return result
    },
    /** A step seen from the other side, by whoever is called: it cannot throw here, and tells on which side it died. */
    pass(name: string): Side | undefined {
      const me = steps.push(name)
      if (armed?.at !== me) return undefined
      const { side } = armed
      end()
      return side
    },
    /** Steps are counted from here. */
    arm(at: number, side: Side) {
      steps = []
      armed = { at, side }
    },
    /** Dies now: for a story that knows the moment. */
    die,
    disarm: () => void (armed = undefined),
    steps: () => steps,
    isDead: () => isDead,
    /** What holds a connection lets it go when the process dies. */
    atDeath(drop: () => void): () => void {
      onDeath.add(drop)
      return () => void onDeath.delete(drop)
    },
    /** Work of the process as it lives now: it ends with it. */
    run: <T>(work: () => Promise<T>): Promise<T> => life.run(generation, work),
    revive() {
      isDead = false
      generation++
      armed = undefined
      steps = []
    },
  }
  return gate
}

export type Gate = ReturnType<typeof createGate>
