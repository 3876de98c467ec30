import { provinceOf } from '@lacre/letter/address/address.ts'
import type { BatchDetail, BatchPage, BatchSummary } from '@lacre/letter/print-room/calls.ts'
import type { Db } from '../../database/tables.ts'
import { batchId } from '@lacre/letter/print-room/names.ts'
import { summariesOf } from './batch-summaries.ts'
import { findBatch, jobsOfBatch } from '../jobs/jobs-table.ts'
import { isMarkable } from '../jobs/progress.ts'

const page = 30

export async function newestBatches(db: Db, count: number, before?: number): Promise<BatchSummary[]> {
  const batches = await db
    .selectFrom('print_batch')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return summariesOf(db, batches)
}

/** `before`: the name of a batch; those closed earlier follow. */
export async function listBatches(db: Db, before: string | undefined): Promise<BatchPage> {
  const batches = await newestBatches(db, page + 1, before === undefined ? undefined : batchId(before))
  const shown = batches.slice(0, page)
  return { batches: shown, next: batches.length > page ? (shown.at(-1)?.batch ?? null) : null }
}

export async function batchDetail(db: Db, id: number): Promise<BatchDetail | 'unknown-batch'> {
  const batch = await findBatch(db, id)
  const [summary] = batch ? await summariesOf(db, [batch]) : []
  if (!summary) return 'unknown-batch'
  const letters = await jobsOfBatch(db, id)
  return {
    ...summary,
    letters: letters.map((letter) => ({
      id: letter.id,
      place: letter.place,
      sheets: letter.sheets,
      pages: letter.pages,
      postalCode: letter.postalCode,
      province: provinceOf(letter.postalCode ?? '') ?? null,
      state: letter.state,
      attempt: letter.attempt,
      printedAt: letter.printedAt?.toISOString() ?? null,
      enclosedAt: letter.enclosedAt?.toISOString() ?? null,
      postedAt: letter.postedAt?.toISOString() ?? null,
      isHeld: letter.job !== 'posted' && !isMarkable(letter),
    })),
  }
}

/** Of one that was closed a moment ago. */
export async function summaryOfBatch(db: Db, id: number): Promise<BatchSummary> {
  const batch = await db.selectFrom('print_batch').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const [summary] = await summariesOf(db, [batch])
  return summary!
}
