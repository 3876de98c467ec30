import type { Step } from '@lacre/letter/journey.ts'
import type { Db } from '../../database/tables.ts'
import { StepNotAllowed, takeStep } from './take-step.ts'

/** False when the letter went another way meanwhile: then there is nothing left to do. */
export async function stepIfAllowed(
  db: Db,
  step: { letterId: string; step: Step; cause: string; now: Date },
): Promise<boolean> {
  try {
    await db.transaction().execute((tx) => takeStep(tx, step))
    return true
  } catch (error) {
    if (error instanceof StepNotAllowed) return false
    throw error
  }
}
