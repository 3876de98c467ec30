import type { PaymentsDeps } from '../deps.ts'
import { livePayment } from '../table/payments-table.ts'
import { isProviderTrouble, lookAt } from '../seen-intent.ts'
import type { LookAtMoney } from '../../ports.ts'
import { bookIntent } from './sync-intent.ts'

/**
 * Asks the provider's own record of a letter's payment, and books what it says, before a person decides what becomes of
 * the letter (design.md#webhook-is-a-hint). Outside any transaction; what the books say then is asked in the deciding
 * one, of `moneyOf`.
 */
export async function lookAtMoney(deps: PaymentsDeps, letterId: string): ReturnType<LookAtMoney> {
  const payment = await livePayment(deps.db, letterId)
  // Where an answer never came `reconcile` goes on asking; until then our books say that nothing is paid.
  if (!payment?.intent_id) return 'in-sync'
  try {
    const seen = await lookAt(deps, payment.intent_id)
    const synced = await bookIntent(deps, seen)
    const isOther = synced === 'mismatch' || synced === 'foreign' || synced === 'unknown'
    return isOther || (payment.state === 'paid' && seen.status !== 'succeeded') ? 'differs' : 'in-sync'
  } catch (error) {
    if (isProviderTrouble(error)) return 'unknown'
    throw error
  }
}
