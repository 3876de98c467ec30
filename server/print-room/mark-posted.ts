import { arrivalOn } from '@lacre/letter/arrival.ts'
import { madridDay } from '@lacre/letter/day.ts'
import { after } from '@lacre/letter/journey.ts'
import type { Tx } from '../database/tables.ts'
import { jobsOfBatch, type JobOfBatch } from './jobs-table.ts'
import { cause, type PrintRoom } from './room.ts'

/** `held`: letters of the batch that must not be posted, because a person has to look at them first. */
export type Posting = { posted: number; before: number; held: { place: number; id: string }[] }
export type PostingRefusal = 'unknown-batch' | 'not-made'

/**
 * The letters of a batch were handed to the post: each takes its step and its sender gets a mail, in one transaction.
 * A second time changes nothing. A batch whose file was never written cannot have been printed.
 */
export function markPosted(room: PrintRoom, { id }: { id: number }): Promise<Posting | PostingRefusal> {
  return room.db.transaction().execute(async (tx) => {
    const batch = await tx
      .selectFrom('print_batch')
      .select('pdf_sha256')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!batch) return 'unknown-batch'
    if (!batch.pdf_sha256) return 'not-made'

    const posting: Posting = { posted: 0, before: 0, held: [] }
    for (const letter of await lockedJobs(tx, id)) {
      if (letter.job === 'posted') posting.before++
      else if (!after(letter.state, 'post')) posting.held.push({ place: letter.place, id: letter.id })
      else {
        await post(room, tx, letter)
        posting.posted++
      }
    }
    return posting
  })
}

/** Read again under lock: a letter may be stopped at this very moment. */
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

async function post({ clock, takeStep, queueMail }: PrintRoom, tx: Tx, { id }: JobOfBatch) {
  const now = clock.now()
  await takeStep(tx, { letterId: id, step: 'post', cause, now })
  await tx
    .updateTable('print_job')
    .set({ state: 'posted', posted_at: now })
    .where('letter_id', '=', id)
    .where('state', 'in', ['batched', 'printed'])
    .execute()
  const { email } = await tx
    .selectFrom('account')
    .innerJoin('letter', 'letter.account_id', 'account.id')
    .select('account.email')
    .where('letter.id', '=', id)
    .executeTakeFirstOrThrow()
  const arrival = arrivalOn(madridDay(now))
  await queueMail(tx, { kind: 'posted', key: id, to: email, data: { letterId: id, arrival } })
}
