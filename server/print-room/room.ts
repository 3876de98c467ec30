import type { State, Step } from '@lacre/letter/journey.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import type { Clock } from '../outside/clock.ts'

export type TakeStep = (
  tx: Tx,
  step: { letterId: string; step: Step; cause: string; now: Date },
) => Promise<State>

/** What the print room is handed. `openLetter` gives the bytes that were paid, or throws. */
export type PrintRoom = {
  db: Db
  clock: Clock
  takeStep: TakeStep
  openLetter: (letterId: string) => Promise<{ pdf: Buffer }>
  queueMail: QueueMail
}

/** The cause in the history of a letter: it names nobody. */
export const cause = 'operator'
