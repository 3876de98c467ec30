import { createHash } from 'node:crypto'
import { days, later } from '@lacre/letter/duration.ts'
import type { Db, Tx } from '../../database/tables.ts'

/** A day of the record, by UTC: '2026-11-21'. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const beginOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

const portion = 5000

/** The number of a day's entries and the hash over all of them, as a seal says it. */
export async function sumOf(db: Db | Tx, day: string): Promise<string> {
  const hash = createHash('sha256')
  let entries = 0
  let after = '0'
  for (;;) {
    const found = await db
      .selectFrom('access_entry')
      .selectAll()
      .where('at', '>=', beginOf(day))
      .where('at', '<', later(beginOf(day), days(1)))
      .where('id', '>', after)
      .orderBy('id')
      .limit(portion)
      .execute()
    for (const { id, at, subject, act, how } of found)
      hash.update(`${JSON.stringify([id, at.toISOString(), subject, act, how])}\n`)
    entries += found.length
    const last = found.at(-1)
    if (!last || found.length < portion) return `${entries} ${hash.digest('hex')}`
    after = last.id
  }
}
