import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { RequireOperator } from '../http/bearer.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import type { PrintRoom } from './room.ts'

/** What the books of the payments room say of a letter's money. */
export type Money = 'paid' | 'disputed' | 'partly-refunded' | 'refund-asked' | 'none'

/** What a person decides about one letter needs deeds of other rooms. */
export type Console = PrintRoom & {
  requireOperator: RequireOperator
  /** Undefined: batches are closed by hand only. */
  cutOff: CutOff | undefined
  queueMail: QueueMail
  returnLetter: (
    tx: Tx,
    taken: { letterId: string; cause: string; now: Date; reason: string },
  ) => Promise<void>
  /** Asks the card provider and books what it says; outside any transaction. */
  lookAtMoney: (letterId: string) => Promise<'looked' | 'differs' | 'unknown'>
  moneyOf: (tx: Tx, letterId: string) => Promise<Money>
  queueReceiptOf: (tx: Tx, letterId: string) => Promise<void>
  cancelIntentOf: (letterId: string) => Promise<'cancelled' | 'paid' | 'unknown'>
  requestRefund: (
    tx: Tx,
    refund: { letterId: string; reason: string },
  ) => Promise<'requested' | 'nothing-paid'>
  /** Which of these letters another printer has. */
  atPrinter: (db: Db | Tx, letterIds: string[]) => Promise<Set<string>>
}
