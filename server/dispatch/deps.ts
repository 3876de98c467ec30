import type { PaperName } from '@lacre/letter/paper-profile.ts'
import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { ClosedDays } from '@lacre/letter/arrival.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { Printer } from '../outside/printer/printer.ts'
import type {
  JobsAtPrinter,
  LockLetter,
  PostLetters,
  ReturnLetter,
  SetUsualPaper,
  TakeStep,
} from '../ports.ts'

/** What the module works with: a printer elsewhere, and the actions of other modules it was handed. */
export type DispatchDeps = {
  db: Db
  clock: Clock
  printer: Printer
  /** The paper this printer's envelopes ask for: letters set for another are not its business. */
  paper: PaperName
  /** Until when a sender may cancel, as in the print room; undefined: an hour. */
  cutOff: CutOff | undefined
  closedDays: ClosedDays
  takeStep: TakeStep
  lockLetter: LockLetter
  /** The stored bytes, when they are those that were paid (design.md#freeze-before-pay). */
  openPaidLetter: (letter: { id: string; sha256: string }) => Promise<Buffer | 'damaged' | 'test-money'>
  postLetters: PostLetters
  returnLetter: ReturnLetter
  setUsualPaper: SetUsualPaper
  jobs: JobsAtPrinter
}

/** The cause in the history of a letter. */
export const cause = 'printer'
