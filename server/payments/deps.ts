import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { State, Step } from '@lacre/letter/journey.ts'
import type Stripe from 'stripe'
import type { Db, Tx } from '../database/tables.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import type { Random } from '../outside/random.ts'
import type { Clock } from '../outside/clock.ts'

/** An action of the letters room: locks the letter, checks the journey, writes the step. @throws when it may not. */
export type TakeStep = (
  tx: Tx,
  taken: { letterId: string; step: Step; cause: string; now: Date },
) => Promise<State>

/** What the payments room works with: its own world, and the actions of other rooms it was handed. */
export type PaymentsDeps = {
  db: Db
  cards: Stripe
  clock: Clock
  random: Random
  /** Undefined: batches are closed by hand, and no hour is promised. */
  cutOff: CutOff | undefined
  takeStep: TakeStep
  /** A waiting print job for the letter; once. */
  stagePrintJob: (tx: Tx, letterId: string, now: Date) => Promise<void>
  /** The waiting print job goes; a letter already in a batch keeps its job. */
  voidPrintJob: (tx: Tx, letterId: string) => Promise<void>
  queueMail: QueueMail
}

/** Marks our intents at the provider: others may use the same account. */
export const app = 'lacre'
