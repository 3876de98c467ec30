import type { PrintRoomAct } from '@lacre/letter/print-room-acts.ts'
import type { State, Step } from '@lacre/letter/journey.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { OpenMerger } from './merge-letters.ts'

type Taken = { letterId: string; cause: string; now: Date }
export type TakeStep = (tx: Tx, step: Taken & { step: Step }) => Promise<State>
export type RecordAct = (
  tx: Tx,
  act: { by: string; act: PrintRoomAct; subject: string; note?: string; now: Date },
) => Promise<void>

/**
 * What the print room is handed. `openLetter` gives the bytes that were paid, or throws. `recordAct` writes down what
 * somebody did, under their name: the last thing of its transaction.
 */
export type PrintRoom = {
  db: Db
  clock: Clock
  takeStep: TakeStep
  openLetter: (letterId: string) => Promise<{ pdf: Buffer }>
  openMerger: OpenMerger
  /** The step whose sender gets a mail, in one transaction with it. */
  postLetter: (tx: Tx, taken: Taken) => Promise<void>
  recordAct: RecordAct
}

/** The cause in the history of a letter: it names nobody. */
export const cause = 'operator'
