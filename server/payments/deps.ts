import { type ClosedDays, type CutOff, hours } from '@lacre/letter/days.ts'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import type { PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import type Stripe from 'stripe'
import type { Db } from '../database/tables.ts'
import type { Limits } from '../http/limits.ts'
import type { QueueMail } from '../mail/outbox.ts'
import type { Clock, Random } from '../outside/clock.ts'
import type { LockLetter, LockLetters, StagePrintJobs, TakeStep, TakeSteps, VoidPrintJob } from '../ports.ts'

/** What the payments module works with: its own world, and the actions of other modules it was handed. */
export type PaymentsDeps = {
  db: Db
  cards: Stripe
  /** Of which of those that may use the provider's account. */
  installation: string
  /** Whose money it is: payments of another kind are no payments here. */
  mode: MoneyMode
  clock: Clock
  random: Random
  /** Undefined: batches are closed by hand, and no hour is promised. */
  cutOff: CutOff | undefined
  /** The receipt says when a letter arrives. */
  closedDays: ClosedDays
  requireVerifiedEmail: boolean
  /** What a payment may be made with. */
  paymentMethods: readonly PaymentMethod[]
  takeStep: TakeStep
  takeSteps: TakeSteps
  lockLetter: LockLetter
  lockLetters: LockLetters
  stagePrintJobs: StagePrintJobs
  voidPrintJob: VoidPrintJob
  queueMail: QueueMail
} & ReturnType<typeof paymentLimits>

/** The provider promises to remember a key for 24 hours. */
export const keyForgotten = hours(23)

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
