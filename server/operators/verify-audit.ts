import type { Db } from '../database/tables.ts'
import { hashOfEntry } from './audit-hash.ts'

export type Chain = 'whole' | { brokenAt: number }
const portion = 5000

/**
 * Whether every act is as it was written, from the first to the newest: none changed, none missing, none put between.
 * Acts cut off at the end are seen only by whoever has kept a later hash. `brokenAt`: the number of the first that is
 * not what it should be.
 */
export async function verifyAudit(db: Db): Promise<Chain> {
  let seq = 0
  let previous = ''
  for (;;) {
    const acts = await db
      .selectFrom('act')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(portion)
      .execute()
    for (const act of acts) {
      const isNext = act.seq === ++seq && act.previous_hash === previous
      if (!isNext || hashOfEntry(act) !== act.hash) return { brokenAt: seq }
      previous = act.hash
    }
    if (acts.length < portion) return 'whole'
  }
}
