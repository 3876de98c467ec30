import { hours } from '@lacre/letter/days.ts'
import type { Limits } from '../http/limits.ts'

/** New payments of one account that nobody has paid; paid ones do not count (design.md#unpaid-letters). */
export const unpaidLimit = { payments: 20, within: hours(1) }

/** How often one account may ask about payments, and how many of its cards may be refused. */
export const paymentLimits = (limits: Limits) => ({
  intentsOfAccount: limits({ name: 'payment-intents', points: 120, within: hours(1) }),
  failuresOfAccount: limits({
    name: 'payment-failures',
    points: 5,
    within: hours(1),
    refusal: {
      code: 'too-many-refused-payments',
      detail: (wait) =>
        `Se han rechazado demasiados pagos seguidos. Por seguridad, espere ${wait} y vuelva a intentarlo; su carta está guardada.`,
    },
  }),
})
