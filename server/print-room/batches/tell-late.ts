import { earlier, hours } from '@lacre/letter/duration.ts'
import { isWorkingDay, type ClosedDays } from '@lacre/letter/arrival.ts'
import { lastCutOff, type CutOff } from '@lacre/letter/cut-off.ts'
import { addDays, madridDay, type Day } from '@lacre/letter/day.ts'
import { usualPaper } from '@lacre/letter/paper-profile.ts'
import { raiseConcern } from '../../database/concerns.ts'
import { isDue } from '../../database/queries/due-letters.ts'
import type { Db } from '../../database/tables.ts'
import { batchName } from '@lacre/letter/print-room/batch-name.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** A closing may be late by a restart, not by more. */
const lateClosing = hours(2)
const workingDaysToPost = 2

/** Tells a person, once, of a batch that is not posted and of letters that a cut-off left behind. Answers how many. */
export async function tellLate(
  { db, clock, closedDays }: Pick<PrintRoomDeps, 'db' | 'clock' | 'closedDays'>,
  cutOff: CutOff | undefined,
): Promise<number> {
  const now = clock.now()
  for (const id of await unpostedSince(db, workingDaysBefore(madridDay(now), workingDaysToPost, closedDays)))
    await raiseConcern(db, {
      kind: 'batch-unposted',
      letterId: null,
      reference: batchName(id),
      note: `La tanda ${batchName(id)} se cerró hace más de dos días laborables y no consta entregada al correo.`,
    })
  const passed = cutOff && lastCutOff(earlier(now, lateClosing), cutOff)
  const left = passed ? await waitingSince(db, passed) : 0
  if (passed && left)
    await raiseConcern(db, {
      kind: 'waiting-past-cut-off',
      letterId: null,
      reference: passed.toISOString(),
      note: `${left} cartas pagadas antes de la hora de cierre siguen esperando. Cierre una tanda y mire el registro del servidor.`,
    })
  return 0 // a person's turn: nothing is left to do at once
}

/** The day so many working days ago; what was closed on a day before it is late. */
function workingDaysBefore(from: Day, count: number, closed: ClosedDays): Day {
  if (count === 0) return from
  const before = addDays(from, -1)
  return workingDaysBefore(before, count - (isWorkingDay(before, closed) ? 1 : 0), closed)
}

async function unpostedSince(db: Db, day: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('print_batch as batch')
    .innerJoin('print_job as job', 'job.batch_id', 'batch.id')
    .select(['batch.id', 'batch.closed_at'])
    .distinct()
    .where('job.state', 'in', ['batched', 'printed'])
    .execute()
  return rows.filter(({ closed_at }) => madridDay(closed_at) < day).map(({ id }) => id)
}

async function waitingSince(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('job.state', '=', 'waiting')
    .where('letter.state', '=', 'paid')
    .where('letter.paper', '=', usualPaper)
    .where('job.created_at', '<', before)
    .where(isDue(madridDay(before)))
    .executeTakeFirstOrThrow()
  return Number(count)
}
