import { disputeStateNames, paymentStateNames, refundStateNames } from '@lacre/letter/price/payment-states.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'

/** What became of a letter's money. */
export function paymentWords(payment: LetterCard['payment']): string {
  if (!payment) return 'Ninguno'
  const { state, cents: charged, together, refundedCents, dispute, refund } = payment
  const parts = [`${paymentStateNames[state]}: ${inEuros(cents(charged))}`]
  if (together > 1) parts.push(`en un pedido de ${together} cartas`)
  if (refundedCents > 0 && state !== 'refunded') parts.push(`devueltos ${inEuros(cents(refundedCents))}`)
  if (refund && refund !== 'succeeded') parts.push(`devolución ${refundStateNames[refund]}`)
  if (dispute) parts.push(disputeStateNames[dispute])
  return parts.join('; ')
}
