/** `taken`: money that pays for no letter. */
export const paymentStates = ['open', 'paid', 'taken', 'refunded', 'cancelled'] as const
export type PaymentState = (typeof paymentStates)[number]

export const paymentStateNames = {
  open: 'Sin pagar',
  paid: 'Pagado',
  taken: 'Cobrado sin corresponder a la carta',
  refunded: 'Devuelto',
  cancelled: 'Anulado',
} as const satisfies Record<PaymentState, string>
