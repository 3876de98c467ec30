import type { PaperName } from '@lacre/letter/paper-profile.ts'
import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { State, Step } from '@lacre/letter/journey.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { Printer } from '../outside/printer/printer.ts'

type Taken = { letterId: string; cause: string; now: Date }
export type TakeStep = (tx: Tx, step: Taken & { step: Step }) => Promise<State>

/** What the dispatch room works with: a printer elsewhere, and the actions of other rooms it was handed. */
export type DispatchDeps = {
  db: Db
  clock: Clock
  printer: Printer
  /** The paper this printer's envelopes ask for: letters set for another are not its business. */
  paper: PaperName
  /** Until when a sender may cancel, as in the print room; undefined: an hour. */
  cutOff: CutOff | undefined
  takeStep: TakeStep
  /** The stored bytes, when they are those that were paid (design.md#freeze-before-pay). */
  openPaidLetter: (letter: { id: string; sha256: string }) => Promise<Buffer | 'damaged'>
  /** Steps whose sender gets a mail, in one transaction with it. */
  postLetter: (tx: Tx, taken: Taken) => Promise<void>
  returnLetter: (tx: Tx, taken: Taken & { reason: string }) => Promise<void>
}

/** The cause in the history of a letter. */
export const cause = 'printer'
