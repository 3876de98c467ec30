/** `taken`: money that pays for no letter. */
export const paymentStates = ['open', 'paid', 'taken', 'refunded', 'cancelled'] as const
export type PaymentState = (typeof paymentStates)[number]
