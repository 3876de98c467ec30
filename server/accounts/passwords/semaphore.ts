/** Answered 503 by the house: everybody's turn is taken, and so is the queue. */
export class TooBusy extends Error {
  statusCode = 503
}

/** Runs at most `running` actions at once; up to `waiting` more stand in line. @throws TooBusy beyond that */
export function semaphore(running: number, waiting: number): <T>(action: () => Promise<T>) => Promise<T> {
  let free = running
  const line: (() => void)[] = []
  return async (action) => {
    if (free > 0) free--
    else if (line.length < waiting) await new Promise<void>((myTurn) => line.push(myTurn))
    else throw new TooBusy()
    try {
      return await action()
    } finally {
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}
