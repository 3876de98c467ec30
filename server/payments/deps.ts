import { hours } from '@lacre/letter/days.ts'
import type { Limits } from '../http/limits.ts'
import type { World } from '../world.ts'

/** Of the outside, what payments need. */
export type PaymentsDeps = Pick<
  World,
  | 'db'
  | 'cards'
  | 'installation'
  | 'money'
  | 'clock'
  | 'random'
  | 'cutOff'
  | 'closedDays'
  | 'requireVerifiedEmail'
  | 'paymentMethods'
  | 'limits'
>

/** The provider promises to remember a key for 24 hours. */
export const keyForgotten = hours(23)

/** New payments of one account that nobody has paid; paid ones do not count (design.md#unpaid-letters). */
export const unpaidLimit = { payments: 20, within: hours(1) }

/** How often one account may ask about payments. */
export const intentsOfAccount = (limits: Limits) => limits.payments

/** How many cards of one account may be refused. */
export const failuresOfAccount = (limits: Limits) => limits.paymentFailures
