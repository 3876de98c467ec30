import type { State } from '../journey.ts'
import { isWithBank, type DisputeState } from './dispute-states.ts'
import type { PaymentState } from './payment-states.ts'
import { isRetryable, type RefundState } from './refund-states.ts'

/** `left`: what of it is neither back nor on its way, in cents. */
type Paid = { state: PaymentState; dispute: DisputeState | null; left: number }

/** Whether a person may ask back now what a payment took: its refund waits, or it pays for no letter, or for one that has ended. */
export const isOwed = (
  letter: State,
  { state, dispute, left }: Paid,
  refund: RefundState | undefined,
): boolean => {
  if (isWithBank(dispute) || left <= 0) return false
  if (refund) return isRetryable(refund)
  return state === 'taken' || (state === 'paid' && (letter === 'cancelled' || letter === 'expired'))
}
