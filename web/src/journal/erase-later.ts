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
    Promise.all([import('./erase-in-account.ts'), import('./account-copy.ts')]).then(
      ([{ eraseWaiting }, { aloneWithCopy }]) => void aloneWithCopy(eraseWaiting),
      () => {},
    )
  }
  tryIt()
  const timer = setInterval(tryIt, everyMs)
  addEventListener('online', tryIt)
  return () => {
    clearInterval(timer)
    removeEventListener('online', tryIt)
  }
}
