import type { Db } from '../database/tables.ts'
import { hashOfEntry } from './audit-hash.ts'

export type Chain = 'whole' | { brokenAt: number }
const portion = 5000

/**
 * Whether every entry is as it was written, from the first to the newest: none changed, missing or put between.
 * Entries cut off at the end are seen only by whoever has kept a later hash. `brokenAt`: the number of the first that is
 * not what it should be.
 */
export async function verifyAudit(db: Db): Promise<Chain> {
  let seq = 0
  let previous = ''
  for (;;) {
    const entries = await db
      .selectFrom('act')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(portion)
      .execute()
    for (const entry of entries) {
      const isNext = entry.seq === ++seq && entry.previous_hash === previous
      if (!isNext || hashOfEntry(entry) !== entry.hash) return { brokenAt: seq }
      previous = entry.hash
    }
    if (entries.length < portion) return 'whole'
  }
}
