import { ask } from '../api.ts'
import { token } from '../session.ts'
import { aloneWithCopy } from './account-copy.ts'
import { erasures } from './erasures.ts'

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
