import { setTimeout as pause } from 'node:timers/promises'
import type { Ms } from '@lacre/letter/duration.ts'

/** Work that nobody waits for. `run` does a bounded portion and says how much it did; more than 0 means: again at once. */
export type Chore = { name: string; every: Ms; run: () => Promise<number> }
export type ReportFailure = (chore: string, error: unknown) => void

/**
 * Runs each chore in a loop of its own. A failing chore is reported and tried again after its interval.
 * `stop` ends the loops after the portion at hand.
 */
export function startWorkers(chores: Chore[], report: ReportFailure): { stop(): Promise<void> } {
  const ending = new AbortController()
  const loops = chores.map((chore) => loop(chore, report, ending.signal))
  return {
    async stop() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

async function loop({ name, every, run }: Chore, report: ReportFailure, ending: AbortSignal) {
  while (!ending.aborted) {
    const done = await run().catch((error: unknown) => {
      report(name, error)
      return 0
    })
    if (done === 0) await pause(every, undefined, { signal: ending }).catch(() => {})
  }
}
