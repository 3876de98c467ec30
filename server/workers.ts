import { setTimeout as pause } from 'node:timers/promises'
import type { Ms } from '@lacre/letter/days.ts'

/** Work that nobody waits for. `run` does a bounded portion and says how much it did; more than 0 means: again at once. */
export type Chore = { name: string; every: Ms; run: () => Promise<number> }
/** `failed`: for the how manieth time in a row. `recovered`: it works again. */
export type Report = {
  failed: (chore: string, error: unknown, inARow: number) => void
  recovered: (chore: string) => void
}

/**
 * Runs each chore in a loop of its own. A failing chore is reported and tried again after its interval.
 * `stop` ends the loops after the portion at hand.
 */
export function startWorkers(chores: Chore[], report: Report): { stop(): Promise<void> } {
  const ending = new AbortController()
  const loops = chores.map((chore) => loop(chore, report, ending.signal))
  return {
    async stop() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

async function loop({ name, every, run }: Chore, report: Report, ending: AbortSignal) {
  let failures = 0
  while (!ending.aborted) {
    const done = await run().then(
      (count) => {
        if (failures) report.recovered(name)
        failures = 0
        return count
      },
      (error: unknown) => {
        report.failed(name, error, ++failures)
        return 0
      },
    )
    if (done === 0) await pause(every, undefined, { signal: ending }).catch(() => {})
  }
}
