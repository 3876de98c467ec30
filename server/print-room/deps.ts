import type { CutOff, ClosedDays } from '@lacre/letter/days.ts'
import type { PseudonymOf } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import type { RequireOperator } from '../http/bearer.ts'
import type { QueueMail } from '../mail/outbox.ts'
import type { Clock } from '../outside/clock.ts'
import type {
  BecomesPaper,
  CancelIntentOf,
  LockLetter,
  RetryOwedRefund,
  IsOperator,
  CloseUnknownIntent,
  LookAtMoney,
  MoneyOf,
  PostLetters,
  QueueReceiptOf,
  RecordAuditEntry,
  RequestRefund,
  ReturnLetter,
  SendVerification,
  SetDisabled,
  TakeStep,
  TakeSteps,
  WaitingRefund,
} from '../ports.ts'
import type { Log } from '../http/log.ts'
import type { OpenMerger } from './merge.ts'

/** What the print room is handed. `openLetter` gives the bytes that were paid, or throws; `openLetters` leaves those out. */
export type PrintRoomDeps = {
  db: Db
  clock: Clock
  closedDays: ClosedDays
  takeStep: TakeStep
  takeSteps: TakeSteps
  lockLetter: LockLetter
  openLetter: (letterId: string) => Promise<{ pdf: Buffer }>
  openLetters: (letterIds: string[]) => Promise<Map<string, Buffer>>
  becomesPaper: BecomesPaper
  openMerger: OpenMerger
  postLetters: PostLetters
  recordAuditEntry: RecordAuditEntry
  log: Log
}

/** What the console's calls are handed besides: decisions about a letter need other modules. */
export type ConsoleDeps = PrintRoomDeps & {
  requireOperator: RequireOperator
  /** Undefined: batches are closed by hand only. */
  cutOff: CutOff | undefined
  queueMail: QueueMail
  returnLetter: ReturnLetter
  lookAtMoney: LookAtMoney
  closeUnknownIntent: CloseUnknownIntent
  moneyOf: MoneyOf
  queueReceiptOf: QueueReceiptOf
  cancelIntentOf: CancelIntentOf
  requestRefund: RequestRefund
  retryOwedRefund: RetryOwedRefund
  waitingRefunds: () => Promise<WaitingRefund[]>
  /** How an e-mail address is kept, however it was typed. */
  canonicalEmail: (written: string) => string
  /** Of an account or an address, for the record. */
  pseudonymOf: PseudonymOf
  setDisabled: SetDisabled
  sendVerification: SendVerification
  isOperator: IsOperator
  /** Whether the money here is real, and none of test cards. */
  isLive: boolean
}

/** The cause in the history of a letter: it names nobody. */
export const cause = 'operator'
