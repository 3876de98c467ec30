import type { State } from '../journey.ts'
import { isWithBank, type DisputeState } from './dispute-states.ts'
import type { PaymentState } from './payment-states.ts'
import { isRetryable, type RefundState } from './refund-states.ts'

type Paid = { state: PaymentState; dispute: DisputeState | null }

/** Whether a person may ask back now what a payment took: its refund waits, or it pays for no letter, or for one that has ended. */
export const isOwed = (letter: State, { state, dispute }: Paid, refund: RefundState | undefined): boolean => {
  if (isWithBank(dispute)) return false
  if (refund) return isRetryable(refund)
  return state === 'taken' || (state === 'paid' && (letter === 'cancelled' || letter === 'expired'))
}
