import { ask } from '../api.ts'
import { token } from '../session.ts'
import { keys, read, remove, write } from '../storage.ts'

/** Lock over all tabs: they share the letter and its copy in the account. */
export const withAccountLock = <Result>(action: () => Promise<Result>): Promise<Result> =>
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

/** Ids of drafts that must still be erased in the account; survives closing the browser. */
export const erasures = {
  all,
  has: (id: string) => all().includes(id),
  add: (id: string) => keep([...new Set([...all(), id])]),
  done: (id: string) => keep(all().filter((one) => one !== id)),
}

const limitMs = 10_000

/** Erases the waiting drafts as far as network and session allow. Returns whether none is left. */
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
 * Borrar borrador, and after sending: erases the copy in the account after any save under way. False: not yet possible,
 * tried again later.
 */
export function eraseInAccount(id: string): Promise<boolean> {
  erasures.add(id)
  const timeout = new Promise<false>((done) => setTimeout(() => done(false), limitMs))
  return Promise.race([withAccountLock(eraseWaiting), timeout])
}

const everyMs = 30_000

/**
 * Retries waiting erasures on every page until network and session are there. Returns how to stop.
 */
export function eraseLater(): () => void {
  const tryIt = () => {
    if (token() === undefined || !erasures.all().length) return
    void withAccountLock(eraseWaiting)
  }
  tryIt()
  const timer = setInterval(tryIt, everyMs)
  addEventListener('online', tryIt)
  return () => {
    clearInterval(timer)
    removeEventListener('online', tryIt)
  }
}
