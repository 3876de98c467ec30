import type { PaymentsDeps } from '../deps.ts'
import { livePayment } from '../table/payments-table.ts'
import { isProviderTrouble, lookAt } from '../seen-intent.ts'
import { bookIntent } from './sync-intent.ts'

/**
 * 'looked': our books are what the provider's record says now. 'differs': it is about another sum, letter or hash than
 * ours, and a concern says so. 'unknown': it did not answer.
 */
export type Looked = 'looked' | 'differs' | 'unknown'

/**
 * Asks the provider's own record of a letter's payment, and books what it says, before a person decides what becomes of
 * the letter (design.md#webhook-is-a-hint). Outside any transaction; what the books say then is asked in the deciding
 * one, of `moneyOf`.
 */
export const createLookAtMoney =
  (deps: PaymentsDeps) =>
  async (letterId: string): Promise<Looked> => {
    const payment = await livePayment(deps.db, letterId)
    // Where an answer was never heard `reconcile` goes on asking; until then our books say that nothing is paid.
    if (!payment?.intent_id) return 'looked'
    try {
      const seen = await lookAt(deps.cards, payment.intent_id)
      const synced = await bookIntent(deps, seen)
      const isOther = synced === 'mismatch' || synced === 'foreign' || synced === 'unknown'
      return isOther || (payment.state === 'paid' && seen.status !== 'succeeded') ? 'differs' : 'looked'
    } catch (error) {
      if (isProviderTrouble(error)) return 'unknown'
      throw error
    }
  }
