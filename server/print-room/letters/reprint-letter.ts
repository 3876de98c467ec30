import type { ReprintBody } from '@lacre/letter/print-room/calls.ts'
import { after } from '@lacre/letter/journey.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { ActingOperator } from '../../http/bearer.ts'
import type { Money } from '../../ports.ts'
import { lockWithJob } from '../jobs/lock-with-job.ts'
import { cause, type ConsoleDeps, type PrintRoomDeps } from '../deps.ts'

export type ReprintRefusal =
  'unknown-letter' | 'not-now' | 'not-paid' | 'not-made' | 'already-posted' | 'not-supervisor' | 'erased'

/**
 * The same bytes once more, as a new attempt at the same place of the same batch; the old one is void. After posting
 * only on a supervisor's word: two letters would arrive where one was paid.
 */
export function reprintLetter(
  deps: PrintRoomDeps & Pick<ConsoleDeps, 'moneyOf'>,
  letterId: string,
  { attempt, reason, note, supervisorReason, operator }: ReprintBody & { operator: ActingOperator },
): Promise<'reprinted' | ReprintRefusal> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(deps, tx, letterId)
    if (typeof found === 'string') return found
    const { letter, job, batch } = found
    const isPosted = letter.state === 'posted'
    if (isPosted && !supervisorReason) return 'already-posted'
    if (isPosted && !operator.isSupervisor) return 'not-supervisor'
    // What was never marked printed was printed all the same, or it could not be damaged.
    const printed = after(letter.state, 'print') ?? letter.state
    if (!job || !batch || (attempt ?? job.attempt) !== job.attempt || !after(printed, 'reprint'))
      return 'not-now'
    if (!batch.pdf_sha256) return 'not-made'
    if (!(await hasContent(tx, letterId))) return 'erased'
    if (atBank.includes(await deps.moneyOf(tx, letterId))) return 'not-paid'

    const now = deps.clock.now()
    if (printed !== letter.state) await deps.takeStep(tx, { letterId, step: 'print', cause, now })
    await deps.takeStep(tx, { letterId, step: 'reprint', cause, now })
    await nextAttempt(tx, job, { reason, now })
    const words = [`intento ${job.attempt + 1}: ${reason}`, note, supervisorReason].filter(Boolean)
    const entry = { action: 'reprint', subject: letterId, note: words.join(' · '), now } as const
    await deps.recordAuditEntry(tx, { by: operator.name, ...entry })
    return 'reprinted'
  })
}

/** No letter is printed for such money, also after it was posted (design.md#disputes). */
const atBank: Money[] = ['disputed', 'lost']

const hasContent = async (tx: Tx, letterId: string): Promise<boolean> =>
  !!(await tx
    .selectFrom('letter_secret')
    .select('letter_id')
    .where('letter_id', '=', letterId)
    .executeTakeFirst())

/** The batch's file holds the same pages at the same place, so it stays what it was. */
async function nextAttempt(
  tx: Tx,
  { letter_id, attempt, batch_id, place }: Row<'print_job'>,
  { reason, now }: { reason: string; now: Date },
) {
  await tx
    .updateTable('print_job')
    .set({ state: 'void' })
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .execute()
  const next = { letter_id, attempt: attempt + 1, batch_id, place, reason, created_at: now }
  await tx
    .insertInto('print_job')
    .values({ ...next, state: 'batched', printed_at: null, enclosed_at: null, posted_at: null })
    .execute()
}
