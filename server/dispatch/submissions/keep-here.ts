import { usualPaper } from '@lacre/letter/paper-profile.ts'
import type { Db } from '../../database/tables.ts'
import type { SetUsualPaper } from '../../ports.ts'
import { idsUnderWay } from './submissions-table.ts'

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
      .where('id', 'not in', idsUnderWay(tx))
      .orderBy('id')
      .forUpdate()
      .execute()
    await setUsualPaper(
      tx,
      waiting.map(({ id }) => id),
    )
    return waiting.length
  })
}
