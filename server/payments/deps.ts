import { hours, type CutOff, type ClosedDays } from '@lacre/letter/days.ts'
import type { PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import type Stripe from 'stripe'
import type { Db } from '../database/tables.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import type { Random } from '../outside/random.ts'
import type { Clock } from '../outside/clock.ts'
import type { LockLetter, LockLetters, StagePrintJobs, TakeStep, TakeSteps, VoidPrintJob } from '../ports.ts'
import type { paymentLimits } from './limits.ts'

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
