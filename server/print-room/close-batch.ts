import {
  addDays,
  type ClosedDays,
  type CutOff,
  type Day,
  dueOn,
  earlier,
  isWorkingDay,
  lastCutOff,
  lateClosing,
  later,
  madridDay,
} from '@lacre/letter/days.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { count } from '@lacre/letter/words.ts'
import { sql } from 'kysely'
import { raiseIssue } from '../database/issues.ts'
import type { Db, Tx } from '../database/tables.ts'
import { cause } from './call.ts'
import { placeJobs, waitingLetters } from '../letters/print-jobs.ts'
import type { World } from '../world.ts'
import { sumLetters } from './locked-letter.ts'
import { takeSteps } from '../letters/steps.ts'
import { recordAuditEntry } from './audit-log.ts'

type ClosedBatch = { id: number; batch: string; letters: number; sheets: number }

/** Letters, and bytes of their PDFs. Merging takes some three times those bytes of memory. */
const batchLimits = { letters: 500, bytes: 128 * 1024 * 1024 }

type Waiting = { id: string; sheets: number; postal_code: string | null; bytes: number }
type Deps = Pick<World, 'db' | 'clock' | 'closedDays'>
/** `by`: who closes. Letters paid after `until`, or from `before` on, wait for another batch. */
type Closing = {
  by: string
  limit?: typeof batchLimits | undefined
  until?: Date | undefined
  before?: Date | undefined
}

/**
 * Closes a batch, after which its letters cannot be cancelled (design/letter.md#cancel-until-closed). Sorted by sheets,
 * then postal code.
 */
export const closeBatch = (deps: Deps, closing: Closing): Promise<ClosedBatch | 'nothing-waiting'> =>
  deps.db.transaction().execute(async (tx) => {
    const { clock, closedDays } = deps
    const { by, limit = batchLimits, until = clock.now(), before } = closing
    await lockClosing(tx)
    const due = dueOn(madridDay(before ?? clock.now()), closedDays)
    const waiting = await oldestWaiting(tx, limit.letters, { until, before, due })
    const letters = sortForPrint(limitBytes(waiting, limit.bytes))
    if (!letters.length) return 'nothing-waiting'

    const now = clock.now()
    const batch = await insertBatch(tx, letters, { now, by })
    const letterIds = letters.map(({ id }) => id)
    await takeSteps(tx, { letterIds, step: 'batch', cause, now })
    await placeJobs(tx, batch.id, letterIds)
    if (before && now > later(before, lateClosing)) await raiseLateClosing(tx, batch, before, now)
    await recordClosing(tx, batch, { by, now })
    return batch
  })

async function countWaiting(db: Db, when: When): Promise<number> {
  const { letters } = await selectWaiting(db, when)
    .select(sql<number>`count(*)::int`.as('letters'))
    .executeTakeFirstOrThrow()
  return letters
}

const recordClosing = (
  tx: Tx,
  { batch, letters, sheets }: ClosedBatch,
  { by, now }: { by: string; now: Date },
): Promise<void> =>
  recordAuditEntry(tx, {
    by,
    action: 'close-batch',
    subject: batch,
    note: `${count(letters, 'carta', 'cartas')}, ${count(sheets, 'hoja', 'hojas')}`,
    now,
  })

/** One issue for all batches of a cut-off; another if that one was settled. */
const raiseLateClosing = (tx: Tx, { batch, letters }: ClosedBatch, before: Date, now: Date): Promise<void> =>
  raiseIssue(
    tx,
    {
      kind: 'waiting-past-cut-off',
      letterId: null,
      reference: before.toISOString(),
      note: `La tanda ${batch} (cartas: ${letters}) se ha cerrado mucho después de su hora de cierre: sus cartas salen más tarde de lo que dice su recibo. Mire el reloj y el registro del servidor.`,
    },
    now,
  )

/** Of two operators at once, the second gets the letters the first left, not a mix. */
const lockClosing = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('close-batch'))`.execute(tx)

type When = { until: Date; before: Date | undefined; due: Day }

/** Reads again under the lock: letters cancelled meanwhile are left out. */
async function oldestWaiting(tx: Tx, count: number, when: When): Promise<Waiting[]> {
  for (;;) {
    const oldest = await selectWaiting(tx, when)
      .select('letter.id')
      .orderBy('job.created_at')
      .orderBy('letter.id')
      .limit(count)
      .execute()
    if (!oldest.length) return []
    const ids = oldest.map(({ id }) => id)
    const locked = await selectWaiting(tx, when)
      .leftJoin('letter_secret as secret', 'secret.letter_id', 'letter.id')
      .select(['letter.id', 'letter.sheets', 'letter.postal_code'])
      .select(sql<number>`coalesce(octet_length(secret.pdf), 0)`.as('bytes'))
      .where('letter.id', 'in', ids)
      .orderBy('letter.id')
      .forUpdate('letter') // guards its job too (design/trust.md#lock-order)
      .execute()
    const byId = new Map(locked.map((letter) => [letter.id, letter]))
    if (byId.size) return ids.flatMap((id) => byId.get(id) ?? [])
  }
}

const selectWaiting = (tx: Db | Tx, { until, before, due }: When) =>
  waitingLetters(tx, due)
    .where('job.created_at', '<=', until)
    .$if(before !== undefined, (query) => query.where('job.created_at', '<', before ?? until))

/** The oldest letters that fit into one file; at least one. */
function limitBytes(letters: Waiting[], maxBytes: number): Waiting[] {
  let bytes = 0
  return letters.filter((letter, index) => (bytes += letter.bytes) <= maxBytes || index === 0)
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const sortForPrint = (letters: Waiting[]): Waiting[] =>
  letters.toSorted(
    (one, other) =>
      one.sheets - other.sheets ||
      compare(one.postal_code ?? '', other.postal_code ?? '') ||
      compare(one.id, other.id),
  )

async function insertBatch(
  tx: Tx,
  letters: Waiting[],
  { now, by }: { now: Date; by: string },
): Promise<ClosedBatch> {
  const sums = sumLetters(letters)
  const { id } = await tx
    .insertInto('print_batch')
    .values({ ...sums, closed_at: now, closed_by: by, pdf_sha256: '' }) // '': not made yet
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, batch: batchName(id), ...sums }
}

/** The name under which batches close automatically. */
const by = 'hora de cierre'

/**
 * Closes all letters paid before the last cut-off, even when it runs late, since receipts name the cut-off. One
 * transaction per batch. Answers the number of batches.
 */
export async function closeAtCutOff(deps: Deps, cutOff: CutOff, limit?: Closing['limit']): Promise<number> {
  const at = lastCutOff(deps.clock.now(), cutOff)
  let closed = 0
  while ((await closeBatch(deps, { by, limit, before: at })) !== 'nothing-waiting') closed++
  return closed
}

/** `left` letters wait for the next call. Pass it `until`, so that letters paid since then wait for another closing. */
type ClosedOne = { id: number; left: number; until: Date }

/** One batch per call, so that a lost connection loses none. Making the file checks the letters. */
export async function closeWaiting(
  deps: Deps,
  { by, limit, until }: Pick<Closing, 'by' | 'limit' | 'until'>,
): Promise<ClosedOne | 'nothing-waiting'> {
  const now = deps.clock.now()
  const latest = until && until < now ? until : now
  const batch = await closeBatch(deps, { by, limit, until: latest })
  if (batch === 'nothing-waiting') return batch
  const due = dueOn(madridDay(deps.clock.now()), deps.closedDays)
  const left = await countWaiting(deps.db, { until: latest, before: undefined, due })
  return { id: batch.id, left, until: latest }
}

const workingDaysToPost = 2

/** Raises one issue for each unposted batch or reprint, and for letters left behind by a cut-off. Always answers 0. */
export async function raiseLateIssues(
  { db, clock, closedDays }: Deps,
  cutOff: CutOff | undefined,
): Promise<number> {
  const now = clock.now()
  const late = await unpostedSince(db, workingDaysBefore(madridDay(now), workingDaysToPost, closedDays))
  for (const { letter_id, batch_id, place, attempt } of late.reprints)
    await raiseIssue(db, {
      kind: 'reprint-unposted',
      letterId: letter_id,
      reference: `${letter_id}/${attempt}`,
      note: `La carta n.º ${place} de la tanda ${batchName(batch_id)} se mandó imprimir otra vez hace más de dos días laborables y no consta entregada al correo.`,
    })
  for (const id of late.batches)
    await raiseIssue(db, {
      kind: 'batch-unposted',
      letterId: null,
      reference: batchName(id),
      note: `La tanda ${batchName(id)} se cerró hace más de dos días laborables y no consta entregada al correo.`,
    })
  const passed = cutOff && lastCutOff(earlier(now, lateClosing), cutOff)
  const left = passed ? await countWaiting(db, { until: passed, before: passed, due: madridDay(passed) }) : 0
  if (passed && left)
    await raiseIssue(db, {
      kind: 'waiting-past-cut-off',
      letterId: null,
      reference: passed.toISOString(),
      note: `${count(left, 'carta pagada antes de la hora de cierre sigue', 'cartas pagadas antes de la hora de cierre siguen')} esperando. Cierre una tanda y mire el registro del servidor.`,
    })
  return 0 // an operator acts next: no immediate second run
}

/** The day this many working days ago; batches closed before it are late. */
function workingDaysBefore(from: Day, count: number, closed: ClosedDays): Day {
  if (count === 0) return from
  const before = addDays(from, -1)
  return workingDaysBefore(before, count - (isWorkingDay(before, closed) ? 1 : 0), closed)
}

/** A reprint counts from its own day, not its batch's. */
async function unpostedSince(db: Db, day: Day) {
  const jobs = await db
    .selectFrom('print_job as job')
    .innerJoin('print_batch as batch', 'batch.id', 'job.batch_id')
    .select(['job.letter_id', 'job.attempt', 'job.reason', 'job.created_at', 'job.place'])
    .select(['batch.id as batch_id', 'batch.closed_at'])
    .where('job.is_void', '=', false)
    .where('job.posted_at', 'is', null)
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
