import type { PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import { nextCutOff, madridDay, type Day, type ClosedDays, dueOn, leavesOn } from '@lacre/letter/days.ts'
import { newestBatchesShown } from '@lacre/letter/print-room/names.ts'
import { sql } from 'kysely'
import { isDue, isForLater } from '../../database/queries/due-letters.ts'
import type { Db } from '../../database/tables.ts'
import type { ActingOperator } from '../../http/bearer.ts'
import { weighed } from './batch-summaries.ts'
import type { ConsoleDeps } from '../deps.ts'
import { newestBatches } from './list-batches.ts'

/** What waits, what was closed last, and what needs a person: the first page of the console. */
export async function overview(
  { db, clock, cutOff, closedDays }: Pick<ConsoleDeps, 'db' | 'clock' | 'cutOff' | 'closedDays'>,
  { name, isSupervisor }: ActingOperator,
): Promise<PrintRoomOverview> {
  const now = clock.now()
  const due = dueOn(madridDay(now), closedDays)
  const waiting = await waitingLetters(db).where(isDue(due)).execute()
  const oldest = waiting.reduce<Date | null>(
    (first, { oldest }) => (first && first < oldest ? first : oldest),
    null,
  )
  return {
    operator: { name, isSupervisor },
    waiting: { ...weighed(waiting), oldest: oldest?.toISOString() ?? null },
    later: await forLater(db, due, closedDays),
    nextCutOff: cutOff ? nextCutOff(now, cutOff).toISOString() : null,
    now: now.toISOString(),
    newest: await newestBatches(db, newestBatchesShown),
    ...(await troubles(db)),
  }
}

const waitingLetters = (db: Db) =>
  db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select(['letter.sheets', sql<number>`count(*)::int`.as('letters')])
    .select(sql<Date>`min(job.created_at)`.as('oldest'))
    .where('job.state', '=', 'waiting')
    .where('letter.state', '=', 'paid')
    .groupBy('letter.sheets')
    .orderBy('letter.sheets')

/** By the day they leave on, the next first. A paid letter waits for its batch, so that its job need not be asked. */
async function forLater(db: Db, due: Day, closed: ClosedDays): Promise<PrintRoomOverview['later']> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => eb.ref('post_on').$notNull().as('chosen'))
    .select(sql<number>`count(*)::int`.as('letters'))
    .where('state', '=', 'paid')
    .where(isForLater(due))
    .groupBy('post_on')
    .orderBy('post_on')
    .execute()
  const byDay = new Map<Day, number>()
  for (const { chosen, letters } of rows) {
    const day = leavesOn(chosen, closed)
    byDay.set(day, (byDay.get(day) ?? 0) + letters)
  }
  return [...byDay].map(([day, letters]) => ({ day, letters }))
}

async function troubles(db: Db): Promise<{ needsPerson: number; concerns: number }> {
  const { rows } = await sql<{ needsPerson: number; concerns: number }>`
    select
      (select count(*)::int from letter where state = 'needs-person') as "needsPerson",
      (select count(*)::int from concern where settled_at is null) as concerns`.execute(db)
  return rows[0] ?? { needsPerson: 0, concerns: 0 }
}
