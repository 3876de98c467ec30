import type { Limits } from '../http/limits.ts'

const hour = 60 * 60

/** How often one account may ask for a payment, and how many of its cards may be refused. */
export const paymentLimits = (limits: Limits) => ({
  intentsOfAccount: limits({ name: 'payment-intents', points: 20, seconds: hour }),
  failuresOfAccount: limits({
    name: 'payment-failures',
    points: 5,
    seconds: hour,
    refusal: {
      code: 'too-many-refused-payments',
      detail: (wait) =>
        `Se han rechazado demasiados pagos seguidos. Por seguridad, espere ${wait} y vuelva a intentarlo; su carta está guardada.`,
    },
  }),
})
