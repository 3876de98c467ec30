import type { State } from '@lacre/letter/journey.ts'
import type { LetterAction } from '@lacre/letter/print-room/reasons.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import type { Row } from '../../database/tables.ts'
import { isMarkable, isMarked, type Mark } from '../jobs/progress.ts'

type LetterFacts = {
  state: State
  attempts: Row<'print_job'>[]
  /** Whether the file of its batch was made. */
  isMade: boolean
  isErased: boolean
  /** Another letter lives that is sent for the same one that came back. */
  hasSibling: boolean
  isSupervisor: boolean
  /** A refund of it waits for somebody. */
  isOwed: boolean
  /** It is paid, and nothing of it was asked back. */
  isPaid: boolean
  /** A bank decides about its money, or has given it back. */
  isWithBank: boolean
}

/** Once posted, a letter is out of our hands, whichever attempt it was. */
export const wasPosted = (attempts: Pick<Row<'print_job'>, 'posted_at'>[]): boolean =>
  attempts.some(({ posted_at }) => posted_at !== null)

/** Of a letter that waits for a person, cancelling gives the money back; of one that has ended, `give-back`. */
const refundable: readonly State[] = ['paid', 'batched', 'printed', 'posted', 'returned']
export const isRefundable = (state: State): boolean => refundable.includes(state)

/** What an operator may do with a letter now. The actions ask again, under lock. */
export function actionsFor({
  state,
  attempts,
  isMade,
  isErased,
  hasSibling,
  isSupervisor,
  isOwed,
  isPaid,
  isWithBank,
}: LetterFacts): LetterAction[] {
  const job = attempts.find((one) => one.state !== 'void')
  const isOurs = job !== undefined && job.batch_id !== null
  const isHere = isOurs && isMarkable({ state })
  const may = (mark: Mark) =>
    isHere && isMade && !isMarked({ job: job.state, enclosedAt: job.enclosed_at }, mark)
  const allowed = {
    printed: may('printed'),
    enclosed: may('enclosed'),
    posted: may('posted'),
    pdf: isHere && !isErased,
    reprint: isHere && isMade && !isErased,
    'reprint-posted': state === 'posted' && isOurs && isSupervisor && !isErased && !isWithBank,
    returned: state === 'posted',
    resume: state === 'needs-person' && !isErased && !hasSibling && !isWithBank && !wasPosted(attempts),
    cancel: state === 'needs-person',
    'give-back': isOwed,
    refund: isSupervisor && isRefundable(state) && isPaid && !isWithBank,
  } satisfies Record<LetterAction, boolean>
  return keysOf(allowed).filter((action) => allowed[action])
}
