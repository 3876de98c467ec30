import { createShares } from '../../http/shares.ts'

/** Answered 503: as many run as may, and the queue is full. */
export class TooBusy extends Error {
  statusCode = 503
}

/**
 * Runs at most `running` actions at once; up to `waiting` more wait in a queue, of which a site has half (design.md#networks).
 * @throws TooBusy beyond that
 */
export function semaphore(
  running: number,
  waiting: number,
): <T>(action: () => Promise<T>, network?: string) => Promise<T> {
  let free = running
  const slots = createShares({ total: waiting, perKey: waiting })
  const queue: (() => void)[] = []
  async function wait(network: string) {
    const leave = slots.take(network, 1)
    if (!leave) throw new TooBusy()
    await new Promise<void>((start) => queue.push(start))
    leave()
  }
  return async (action, network = '') => {
    if (free > 0) free--
    else await wait(network)
    try {
      return await action()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
