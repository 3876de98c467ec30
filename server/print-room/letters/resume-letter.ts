import { after } from '@lacre/letter/journey.ts'
import { settleConcernsOf } from '../../database/concerns.ts'
import { hasLivingSibling, isOfLivingSibling } from '../../database/queries/living-sibling.ts'
import type { Tx } from '../../database/tables.ts'
import { cause, type ConsoleDeps } from '../deps.ts'
import { wasPosted } from './actions-for.ts'
import { lockWithJob, type LockedLetter } from '../jobs/lock-with-job.ts'
import { stagePrintJob } from '../jobs/stage-print-job.ts'
import { voidJob } from '../jobs/void-job.ts'

export type ResumeRefusal =
  | 'unknown-letter'
  | 'not-now'
  | 'not-paid'
  | 'posted-before'
  | 'sent-again'
  | 'erased'
  | 'provider-unavailable'

/**
 * A letter that waited for a person is paid again, and waits for a batch as if it had just been: with a new job, while
 * whatever lived of the old one is void. It may never have been paid at all (a doubt may come to a frozen letter), so
 * first the card provider is asked.
 */
export async function resumeLetter(
  deps: ConsoleDeps,
  letterId: string,
  { note, by }: { note: string; by: string },
): Promise<'resumed' | ResumeRefusal> {
  const records = await deps.lookAtMoney(letterId)
  if (records === 'unknown') return 'provider-unavailable'
  if (records === 'differs') return 'not-paid'
  const resuming = deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(deps, tx, letterId)
    if (typeof found === 'string') return found
    const refused = await refusal(deps, tx, found)
    if (refused) return refused

    const now = deps.clock.now()
    await deps.takeStep(tx, { letterId, step: 'resume', cause, now })
    if (found.job) await voidJob(tx, found.job, 'resumed')
    await stagePrintJob(tx, letterId, now)
    await deps.queueReceiptOf(tx, letterId)
    await settleConcernsOf(tx, letterId, { decision: 'resume', now })
    await deps.recordAuditEntry(tx, { by, action: 'resume', subject: letterId, note, now })
    return 'resumed' as const
  })
  return resuming.catch((error: unknown) => {
    if (isOfLivingSibling(error)) return 'sent-again'
    throw error
  })
}

async function refusal(
  { moneyOf, becomesPaper }: ConsoleDeps,
  tx: Tx,
  { letter }: LockedLetter,
): Promise<ResumeRefusal | undefined> {
  if (!after(letter.state, 'resume')) return 'not-now'
  if (await isSentAgain(tx, letter.id)) return 'sent-again'
  const attempts = await tx
    .selectFrom('print_job')
    .select('posted_at')
    .where('letter_id', '=', letter.id)
    .execute()
  if (wasPosted(attempts)) return 'posted-before'
  const content = tx.selectFrom('letter_secret').select('letter_id').where('letter_id', '=', letter.id)
  if (!(await content.executeTakeFirst())) return 'erased'
  if ((await moneyOf(tx, letter.id)) !== 'paid') return 'not-paid'
  return (await becomesPaper(tx, [letter.id])).has(letter.id) ? undefined : 'not-paid'
}

/** Meanwhile another letter was sent for the one that came back: only one of them may live. */
async function isSentAgain(tx: Tx, letterId: string): Promise<boolean> {
  const letter = tx.selectFrom('letter').select(hasLivingSibling.as('isIt')).where('id', '=', letterId)
  return (await letter.executeTakeFirstOrThrow()).isIt
}
