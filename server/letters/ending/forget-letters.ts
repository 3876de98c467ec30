import { earlier } from '@lacre/letter/days.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'

const portion = 200

/**
 * Destroys the keys of letters whose time is over, and with them what they opened. What remains
 * names nobody: dates, sheets, the price; not even where it went, or whether it was the same as another.
 * @returns how many letters were forgotten.
 */
export async function forgetLetters({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now()
  let forgotten = 0
  for (const state of keysOf(keptFor)) {
    const over = db
      .selectFrom('letter')
      .innerJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
      .select('letter.id')
      .where('letter.state', '=', state)
      .where('letter.state_since', '<', earlier(now, keptFor[state]))
      .limit(portion)
      .forUpdate('letter') // before its secret (design.md#lock-order)
      .skipLocked()
    const gone = await db
      .with('gone', (query) =>
        query.deleteFrom('letter_secret').where('letter_id', 'in', over).returning('letter_id'),
      )
      .updateTable('letter')
      .from('gone')
      .whereRef('letter.id', '=', 'gone.letter_id')
      .set({ fingerprint: Buffer.alloc(0), postal_code: null })
      .executeTakeFirst()
    forgotten += Number(gone.numUpdatedRows)
  }
  return forgotten
}
