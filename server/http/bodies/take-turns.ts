import { setTimeout as pause } from 'node:timers/promises'

/** Rest for each time of work: together the actions keep the main loop busy for a quarter of the time at most. */
const rest = 3

/** Runs actions one after the other, each of which blocks the main loop, with rests between them. */
export function takeTurns(): (action: () => void) => void {
  let last = Promise.resolve()
  return (action) => {
    last = last.then(async () => {
      const start = performance.now()
      action()
      await pause((performance.now() - start) * rest)
    })
  }
}
