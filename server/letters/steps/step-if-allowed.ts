import type { Db } from '../../database/tables.ts'
import type { Transition } from '../../ports.ts'
import { StepNotAllowed, takeStep } from './take-step.ts'

/** False when the letter went another way meanwhile: then there is nothing left to do. */
export async function stepIfAllowed(db: Db, transition: Transition): Promise<boolean> {
  try {
    await db.transaction().execute((tx) => takeStep(tx, transition))
    return true
  } catch (error) {
    if (error instanceof StepNotAllowed) return false
    throw error
  }
}
