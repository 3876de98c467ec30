import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown once the server has crashed: nothing that still runs for it may take effect. */
export class Crash extends Error {
  override name = 'Crash'
}

export type Side = 'before' | 'after'
/** Called on both sides of each failpoint. The failpoint waits for it. */
export type Interceptor = (name: string, side: Side) => Promise<void> | void

/**
 * A failpoint stands around every SQL statement and every call to the outside. The server can crash at the k-th one:
 * before its effect, or after it and before the caller sees the result. Until `revive`, every failpoint throws.
 */
export function createFailpoints() {
  const generationOf = new AsyncLocalStorage<number>()
  const intercepting = new AsyncLocalStorage<true>()
  let generation = 1
  let isDead = false
  let planned: { at: number; side: Side } | undefined
  let names: string[] = []
  const onDeath = new Set<() => void>()

  function crash(): never {
    isDead = true
    planned = undefined
    for (const drop of onDeath) drop()
    onDeath.clear()
    throw new Crash()
  }
  /** The caller belongs to a server that has crashed, this one or an earlier one. */
  const isGone = () => isDead || (generationOf.getStore() ?? generation) !== generation

  const failpoints = {
    interceptor: undefined as Interceptor | undefined,
    async around<T>(name: string, call: () => Promise<T>): Promise<T> {
      if (isGone()) throw new Crash()
      const number = names.push(name)
      if (planned?.at === number && planned.side === 'before') crash()
      const { interceptor } = failpoints
      const intercept = async (side: Side) => {
        if (interceptor && !intercepting.getStore())
          await intercepting.run(true, async () => interceptor(name, side))
      }
      await intercept('before')
      const result = await call()
      await intercept('after')
      if (isGone()) throw new Crash()
      if (planned?.at === number && planned.side === 'after') crash()
      return result
    },
    /** Plans a crash. Failpoints are counted from here. */
    crashAt(at: number, side: Side) {
      names = []
      planned = { at, side }
    },
    /** Crashes now, for a story that knows the moment. */
    crash,
    disarm: () => void (planned = undefined),
    /** The failpoints passed since `crashAt` or `revive`. */
    passed: () => names,
    isDead: () => isDead,
    /** Calls `drop` when the server crashes: a connection must not outlive its process. Returns the undo. */
    atDeath(drop: () => void): () => void {
      onDeath.add(drop)
      return () => void onDeath.delete(drop)
    },
    /** Runs work that belongs to the server as it is now; after a crash its failpoints throw. */
    run: <T>(work: () => Promise<T>): Promise<T> => generationOf.run(generation, work),
    revive() {
      isDead = false
      generation++
      planned = undefined
      names = []
    },
  }
  return failpoints
}

export type Failpoints = ReturnType<typeof createFailpoints>
