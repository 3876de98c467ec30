import { minutes } from '../duration.ts'

/** With what one pays: the card always, the rest by one setting. `wallets`: Apple Pay and Google Pay. */
export const paymentMethods = ['card', 'bizum', 'wallets'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** As the sandbox plays Bizum: what nobody approves in time expires, and a slow bank takes so long. */
export const sandboxBizum = { approval: minutes(4), slowBank: minutes(2) } as const

/** The telephone of Bizum as its bank knows it, whatever stands before or between its digits; undefined: none of Spain. */
export const spanishMobile = (written: string): string | undefined =>
  /^(?:\+?34|0034)?([67]\d{8})$/.exec(written.replace(/[^\d+]/g, ''))?.[1]
