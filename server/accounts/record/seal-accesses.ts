import { days, earlier, hours, later } from '@lacre/letter/duration.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import type { RecordAuditEntry } from '../../ports.ts'
import { beginOf, dayOf, sumOf } from './access-days.ts'

/** Nothing is written into a day this long after its end: no call takes as long. */
const settled = hours(1)

/**
 * The oldest day that is over and not sealed: its number of entries and their hash go into the operators' record, whose
 * chain then holds them too (design.md#accesses-on-record). A chain of their own would make each sign-in wait for the one
 * before. Says how many days were sealed.
 */
export async function sealAccesses({
  db,
  clock,
  recordAuditEntry,
}: {
  db: Db
  clock: Clock
  recordAuditEntry: RecordAuditEntry
}): Promise<number> {
  const now = clock.now()
  const newest = await db
    .selectFrom('access_seal')
    .select((seal) => seal.fn.max('day').as('day'))
    .executeTakeFirst()
  const oldest = await db
    .selectFrom('access_entry')
    .select('at')
    .$if(!!newest?.day, (query) => query.where('at', '>=', later(beginOf(newest!.day), days(1))))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  const day = oldest && dayOf(oldest.at)
  if (!day || day >= dayOf(earlier(now, settled))) return 0
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('access_seal')
      .values({ day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return 0
    const note = await sumOf(tx, day)
    await recordAuditEntry(tx, { by: 'servidor', action: 'seal-accesses', subject: day, note, now })
    return 1
  })
}
