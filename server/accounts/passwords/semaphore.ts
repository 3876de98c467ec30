/** Answered 503: as many run as may, and the queue is full. */
export class TooBusy extends Error {
  statusCode = 503
}

/** Runs at most `running` actions at once; up to `waiting` more wait in a queue. @throws TooBusy beyond that */
export function semaphore(running: number, waiting: number): <T>(action: () => Promise<T>) => Promise<T> {
  let free = running
  const queue: (() => void)[] = []
  return async (action) => {
    if (free > 0) free--
    else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start))
    else throw new TooBusy()
    try {
      return await action()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
