import { aloneWithCopy } from './account-copy.ts'
import { eraseWaiting } from './erase-in-account.ts'
import { erasures } from './erasures.ts'
import { token } from '../session.ts'

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
