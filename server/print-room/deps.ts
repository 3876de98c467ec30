import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { AuditAction } from '@lacre/letter/print-room/audit-actions.ts'
import type { State, Step } from '@lacre/letter/journey.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { RequireOperator } from '../http/bearer.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import type { Clock } from '../outside/clock.ts'
import type { OpenMerger } from './merging/merge-letters.ts'

type Taken = { letterId: string; cause: string; now: Date }
export type TakeStep = (tx: Tx, step: Taken & { step: Step }) => Promise<State>
export type RecordAuditEntry = (
  tx: Tx,
  act: { by: string; act: AuditAction; subject: string; note?: string; now: Date },
) => Promise<void>

/**
 * What the print room is handed. `openLetter` gives the bytes that were paid, or throws. `recordAuditEntry` writes down what
 * somebody did, under their name: the last thing of its transaction.
 */
export type PrintRoomDeps = {
  db: Db
  clock: Clock
  takeStep: TakeStep
  openLetter: (letterId: string) => Promise<{ pdf: Buffer }>
  openMerger: OpenMerger
  /** The step whose sender gets a mail, in one transaction with it. */
  postLetter: (tx: Tx, taken: Taken) => Promise<void>
  recordAuditEntry: RecordAuditEntry
}

/** What the books of the payments room say of a letter's money. */
export type Money = 'paid' | 'disputed' | 'partly-refunded' | 'refund-asked' | 'none'

/** What a person decides about one letter needs actions of other rooms. */
export type ConsoleDeps = PrintRoomDeps & {
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

/** The cause in the history of a letter: it names nobody. */
export const cause = 'operator'
