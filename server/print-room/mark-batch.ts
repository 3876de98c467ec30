import { after, type State } from '@lacre/letter/journey.ts'
import type { Marked } from '@lacre/letter/print-room/calls.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import type { Tx } from '../database/tables.ts'
import { cause } from './call.ts'
import { type JobOfBatch, jobsOfBatch, type Mark, markJobs } from '../letters/print-jobs.ts'
import { lockBatch } from './locked-letter.ts'
import type { World } from '../world.ts'
import { recordAuditEntry } from './audit-log.ts'
import { findNeverPosted, takeSteps, type SharedStepContext } from '../letters/steps.ts'
import { arrivalOn, madridDay } from '@lacre/letter/days.ts'
import { paidTogether } from '../payments/orders-table.ts'
import { queueMail } from '../mail/outbox.ts'

type PostingDeps = Pick<World, 'clock' | 'random' | 'closedDays'>

/**
 * Marks the letters of a batch as printed, enclosed or posted, in one transaction. Posting mails each order's sender.
 * Idempotent. Refused while the batch has no file, since it cannot have been printed. `receipt`: from the post office.
 */
export function markBatch(
  deps: PostingDeps & Pick<World, 'db'>,
  { id, mark, by, receipt = '' }: { id: number; mark: Mark; by: string; receipt?: string | undefined },
): Promise<Marked | 'unknown-batch' | 'not-made'> {
  return deps.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) return 'unknown-batch'
    if (!batch.pdf_sha256) return 'not-made'

    const jobs = await lockedJobs(tx, id)
    const left = jobs.filter((job) => !job[`${mark}At`])
    const markable = left.filter((job) => !waitsFor(job))
    await setMarks(deps, tx, markable, mark)
    const marked: Marked = {
      done: markable.length,
      before: jobs.length - left.length,
      held: left.flatMap(heldFor),
    }
    if (receipt) await tx.updateTable('print_batch').set({ receipt }).where('id', '=', id).execute()
    if (marked.done || receipt) {
      const note = [`${marked.done}`, receipt].filter(Boolean).join(' · ')
      const now = deps.clock.now()
      await recordAuditEntry(tx, { by, action: `mark-${mark}`, subject: batchName(id), note, now })
    }
    return marked
  })
}

function waitsFor(job: JobOfBatch): Marked['held'][number]['waitsFor'] | undefined {
  if (!isMarkable(job)) return 'person'
  return waitsForReprint(job) ? 'reprint' : undefined
}

function heldFor(job: JobOfBatch): Marked['held'] {
  const why = waitsFor(job)
  return why ? [{ place: job.place, id: job.id, waitsFor: why }] : []
}

/** Reads the jobs under their letters' locks: a letter may be stopped at this moment. */
async function lockedJobs(tx: Tx, batchId: number): Promise<JobOfBatch[]> {
  await tx
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select('letter.id')
    .where('job.batch_id', '=', batchId)
    .orderBy('letter.id')
    .forUpdate(['letter'])
    .execute()
  return jobsOfBatch(tx, batchId)
}

type MarkedJob = Pick<JobOfBatch, 'id' | 'state'>

/** Not while it waits for an operator. */
export const isMarkable = ({ state }: Pick<MarkedJob, 'state'>): boolean => after(state, 'post') !== undefined

/** Being reprinted: marking the batch must skip it. */
const waitsForReprint = ({ printedAt, reason }: Pick<JobOfBatch, 'printedAt' | 'reason'>): boolean =>
  printedAt === null && reason !== null

const printable: readonly State[] = ['batched', 'printed', 'posted', 'returned']
/** Whether the batch's file and list contain it. */
export const isPrintable = ({ state }: Pick<MarkedJob, 'state'>): boolean => printable.includes(state)

/** Marks letters together, with their steps and, when posted, mails to their senders. */
export async function setMarks(deps: PostingDeps, tx: Tx, jobs: MarkedJob[], mark: Mark): Promise<void> {
  const idsOf = (some: MarkedJob[]) => some.map(({ id }) => id)
  const letterIds = idsOf(jobs)
  if (!letterIds.length) return
  const now = deps.clock.now()
  const unprinted = idsOf(jobs.filter(({ state }) => after(state, 'print')))
  if (mark === 'posted') await postLetters(deps, tx, { letterIds, cause, now })
  else if (unprinted.length) await takeSteps(tx, { letterIds: unprinted, step: 'print', cause, now })
  await markJobs(tx, letterIds, mark, now)
}

/** Mails each order for its letters posted for the first time. @throws StepNotAllowed */
async function postLetters(deps: PostingDeps, tx: Tx, context: SharedStepContext): Promise<void> {
  const neverPosted = await findNeverPosted(tx, context.letterIds)
  await takeSteps(tx, { ...context, step: 'post' })
  const arrival = arrivalOn(madridDay(context.now), deps.closedDays)
  for (const order of await paidTogether(tx, neverPosted))
    await queueMail(deps, tx, { kind: 'posted', data: { ...order, arrival } })
}
