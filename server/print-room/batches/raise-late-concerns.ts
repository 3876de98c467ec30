import {
  earlier,
  isWorkingDay,
  type ClosedDays,
  lastCutOff,
  lateClosing,
  type CutOff,
  addDays,
  madridDay,
  type Day,
} from '@lacre/letter/days.ts'
import { raiseConcern } from '../../database/concerns.ts'
import { isDue } from '../../database/queries/due-letters.ts'
import type { Db } from '../../database/tables.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import type { PrintRoomDeps } from '../deps.ts'

const workingDaysToPost = 2

/** Raises a concern, once, about a batch or a reprint that is not posted and about letters that a cut-off left behind. Answers how many. */
export async function raiseLateConcerns(
  { db, clock, closedDays }: Pick<PrintRoomDeps, 'db' | 'clock' | 'closedDays'>,
  cutOff: CutOff | undefined,
): Promise<number> {
  const now = clock.now()
  const late = await unpostedSince(db, workingDaysBefore(madridDay(now), workingDaysToPost, closedDays))
  for (const { letter_id, batch_id, place, attempt } of late.reprints)
    await raiseConcern(db, {
      kind: 'reprint-unposted',
      letterId: letter_id,
      reference: `${letter_id}/${attempt}`,
      note: `La carta n.º ${place} de la tanda ${batchName(batch_id)} se mandó imprimir otra vez hace más de dos días laborables y no consta entregada al correo.`,
    })
  for (const id of late.batches)
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

/** A reprint has its own day, not its batch's. */
async function unpostedSince(db: Db, day: Day) {
  const jobs = await db
    .selectFrom('print_job as job')
    .innerJoin('print_batch as batch', 'batch.id', 'job.batch_id')
    .select(['job.letter_id', 'job.attempt', 'job.reason', 'job.created_at', 'job.place'])
    .select(['batch.id as batch_id', 'batch.closed_at'])
    .where('job.state', 'in', ['batched', 'printed'])
    .orderBy('batch.id')
    .orderBy('job.place')
    .execute()
  const isLate = (since: Date) => madridDay(since) < day
  const [ofBatch, again] = [
    jobs.filter((job) => job.reason === null),
    jobs.filter((job) => job.reason !== null),
  ]
  return {
    batches: new Set(ofBatch.filter((job) => isLate(job.closed_at)).map((job) => job.batch_id)),
    reprints: again.filter((job) => isLate(job.created_at)),
  }
}

async function waitingSince(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('job.state', '=', 'waiting')
    .where('letter.state', '=', 'paid')
    .where('job.created_at', '<', before)
    .where(isDue(madridDay(before)))
    .executeTakeFirstOrThrow()
  return Number(count)
}
