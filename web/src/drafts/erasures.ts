import { ask } from '../api.ts'
import { token } from '../session.ts'
import { keys, read, remove, write } from '../storage.ts'

/** One action at a time in all tabs: they share the letter and its copy in the account. */
export const aloneWithCopy = <Result>(action: () => Promise<Result>): Promise<Result> =>
  (navigator.locks as LockManager | undefined)?.request('lacre-account', action) ?? action()

function all(): string[] {
  try {
    const ids: unknown = JSON.parse(read(keys.erasures) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

const keep = (ids: string[]) =>
  ids.length ? write(keys.erasures, JSON.stringify(ids)) : remove(keys.erasures)

/** The drafts that must still go from the account, by their names; kept when the browser is closed. */
export const erasures = {
  all,
  has: (id: string) => all().includes(id),
  add: (id: string) => keep([...new Set([...all(), id])]),
  done: (id: string) => keep(all().filter((one) => one !== id)),
}

const limitMs = 10_000

/** Erases what waits to be erased, as far as there are a network and a session. Whether nothing waits any more. */
export async function eraseWaiting(): Promise<boolean> {
  for (const id of erasures.all()) {
    if (token() === undefined) return false
    const path = `/drafts/${encodeURIComponent(id)}`
    const answer = await ask({ method: 'DELETE', path, bearer: true, meets401: true, limitMs }, () =>
      Promise.resolve(null),
    )
    if (answer.ok || answer.status === 404) erasures.done(id)
  }
  return !erasures.all().length
}

/**
 * Borrar borrador and a sent letter: the account's copy goes too, after whatever is being sent of it. False: it could
 * not be asked now, and goes as soon as it can.
 */
export function eraseInAccount(id: string): Promise<boolean> {
  erasures.add(id)
  const late = new Promise<false>((done) => setTimeout(() => done(false), limitMs))
  return Promise.race([aloneWithCopy(eraseWaiting), late])
}

const everyMs = 30_000

/**
 * A draft that was erased without a network goes from the account as soon as there is one, whatever page is open then.
 * Returns how to stop.
 */
export function eraseLater(): () => void {
  const tryIt = () => {
    if (token() === undefined || !erasures.all().length) return
    void aloneWithCopy(eraseWaiting)
  }
  tryIt()
  const timer = setInterval(tryIt, everyMs)
  addEventListener('online', tryIt)
  return () => {
    clearInterval(timer)
    removeEventListener('online', tryIt)
  }
}
