import { busy } from '../../http/concurrency-limit.ts'
import { createLine } from '../../http/line.ts'

/**
 * Runs at most `running` actions at once. Up to `waiting` more take turns by network, of which one has a tenth of the places
 * (design.md#password-queue). @throws Failure 503 where there is no place
 */
export function semaphore(
  running: number,
  waiting: number,
): <T>(action: () => Promise<T>, network: string) => Promise<T> {
  let free = running
  const line = createLine<{ network: string; start(): void; refuse(error: Error): void }>(
    waiting,
    waiting / 10,
  )
  const wait = (network: string) =>
    new Promise<void>((start, refuse) => line.push({ network, start, refuse })?.refuse(busy()))
  return async (action, network) => {
    if (free > 0) free--
    else await wait(network)
    try {
      return await action()
    } finally {
      const next = line.shift()
      if (next) next.start()
      else free++
    }
  }
}
