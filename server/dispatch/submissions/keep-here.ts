import { usualPaper } from '@lacre/letter/paper-profile.ts'
import type { Db } from '../../database/tables.ts'
import { living } from './submissions-table.ts'

/**
 * The own print room prints again: what waits and was set for another printer's envelopes is its own from now on. Those
 * pages fit its envelopes too, and remain the ones that were paid. Answers how many.
 */
export async function keepHere(db: Db): Promise<number> {
  const kept = await db
    .updateTable('letter')
    .set({ paper: usualPaper })
    .where('state', '=', 'paid')
    .where('paper', '<>', usualPaper)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('submission')
            .select('submission.letter_id')
            .whereRef('submission.letter_id', '=', 'letter.id')
            .where('submission.state', 'in', [...living]),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(kept.numUpdatedRows)
}
