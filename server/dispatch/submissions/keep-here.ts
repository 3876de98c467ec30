import { usualPaper } from '@lacre/letter/paper-profile.ts'
import type { Db } from '../../database/tables.ts'
import type { SetUsualPaper } from '../../ports.ts'
import { living } from './submissions-table.ts'

/**
 * The own print room prints again: what waits and was set for another printer's envelopes is its own from now on.
 * Answers how many.
 */
export function keepHere({ db, setUsualPaper }: { db: Db; setUsualPaper: SetUsualPaper }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const waiting = await tx
      .selectFrom('letter')
      .select('id')
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
      .forUpdate()
      .execute()
    await setUsualPaper(
      tx,
      waiting.map(({ id }) => id),
    )
    return waiting.length
  })
}
