import { after, type State } from '@lacre/letter/journey.ts'
import { raiseConcern } from '../../database/concerns.ts'
import type { Tx } from '../../database/tables.ts'
import type { PrinterEvent, PrintStatus, SeenAtPrinter } from '../../outside/printer/printer.ts'
import { later } from '@lacre/letter/duration.ts'
import { followUp } from '../submissions/pauses.ts'
import { cause, type DispatchDeps } from '../deps.ts'
import { stopSubmission } from '../submissions/stop-submission.ts'
import { change, lockSubmission, type Submission } from '../submissions/submissions-table.ts'

/** How far along, for an older look never leads backwards, and for how long it is asked about. */
const stages = {
  held: { rank: 0, watch: 'unposted' },
  'in-production': { rank: 1, watch: 'unposted' },
  printed: { rank: 2, watch: 'unposted' },
  posted: { rank: 3, watch: 'posted' },
  delivered: { rank: 4, watch: 'never' },
  returned: { rank: 5, watch: 'never' },
  cancelled: { rank: -1, watch: 'never' },
  failed: { rank: -1, watch: 'never' },
} as const satisfies Record<PrintStatus, { rank: number; watch: keyof typeof followUp }>
const rankOf = (status: string | null) => (status ? stages[status as PrintStatus].rank : -1)
export const isPosted = ({ status }: { status: string | null }) => rankOf(status) >= stages.posted.rank

/**
 * What was seen at the printer becomes true here, with all that follows, and with the event that told us, in one
 * transaction. Seen twice, late or in any order, it changes our books once (design.md#webhook-is-a-hint).
 */
export function bookStatus(
  deps: DispatchDeps,
  which: Pick<Submission, 'letter_id' | 'attempt'>,
  seen: SeenAtPrinter,
  event?: PrinterEvent,
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    // The letter first, then its submission: one order, no deadlock.
    const letter = await deps.lockLetter(tx, which.letter_id)
    const submission = await lockSubmission(tx, which)
    if (letter) await bring(deps, tx, { submission, state: letter.state, seen })
    if (!event) return
    await tx
      .insertInto('printer_event')
      .values({ id: event.id, kind: event.kind, received_at: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

type Brought = { submission: Submission; state: State; seen: SeenAtPrinter }

async function bring(deps: DispatchDeps, tx: Tx, { submission, state, seen }: Brought): Promise<void> {
  const isOver = ['rejected', 'cancelled', 'given-up'].includes(submission.state)
  if (seen.doubled) return isOver ? undefined : stopDoubled(deps, tx, submission)
  if (seen.status === 'held') return isOver ? undefined : carryOn(deps, tx, submission, seen)
  if (seen.status === 'failed' || seen.status === 'cancelled')
    return isOver ? undefined : stopUnprinted(deps, tx, submission, seen)
  if (isOver) return tellPrinted(tx, submission, seen)

  const now = deps.clock.now()
  const status =
    rankOf(seen.status) > rankOf(submission.status) ? seen.status : (submission.status as PrintStatus)
  await change(tx, submission, {
    state: 'accepted',
    printer_id: seen.id,
    status,
    reason: null,
    tries: 0,
    accepted_at: submission.accepted_at ?? now,
    next_at: later(now, followUp[stages[status].watch]),
    lease: null,
    lease_until: null,
  })
  if (await isVoid(tx, submission)) return tellPrinted(tx, submission, seen)
  await walk(deps, tx, { submission, state, seen })
}

/** The steps that lead to what was seen; each is taken once. */
async function walk(deps: DispatchDeps, tx: Tx, { submission, state, seen }: Brought): Promise<void> {
  const now = deps.clock.now()
  const { letter_id: letterId, attempt } = submission
  const job = { letterId, attempt }
  const context = { letterId, cause, now }
  if (seen.status === 'printed') {
    if (!after(state, 'print')) return
    await deps.takeStep(tx, { ...context, step: 'print' })
    return deps.jobs.mark(tx, job, 'printed', now)
  }
  if (!isPosted(seen)) return
  if (after(state, 'post')) {
    await deps.postLetters(tx, { letterIds: [letterId], cause, now })
    await deps.jobs.mark(tx, job, 'posted', now)
  } else if (!['posted', 'returned'].includes(state)) return tellPrinted(tx, submission, seen)
  if (seen.status === 'returned' && state !== 'returned')
    await deps.returnLetter(tx, { ...context, reason: 'No se ha podido entregar en esa dirección.' })
}

/** A person has started this letter over: what they print now is the old one. */
const isVoid = async (tx: Tx, { letter_id, attempt }: Submission): Promise<boolean> => {
  const job = tx
    .selectFrom('print_job')
    .select('state')
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
  return (await job.executeTakeFirstOrThrow()).state === 'void'
}

/** The printer holds it as a draft: `lookUpUnknown` sends the order to print. */
async function carryOn(
  deps: DispatchDeps,
  tx: Tx,
  submission: Submission,
  { id }: SeenAtPrinter,
): Promise<void> {
  if (submission.state === 'submitting') return // somebody is at it
  await change(tx, submission, {
    state: 'unknown',
    printer_id: id,
    next_at: deps.clock.now(),
    lease: null,
    lease_until: null,
  })
}

async function stopUnprinted(
  deps: DispatchDeps,
  tx: Tx,
  submission: Submission,
  seen: SeenAtPrinter,
): Promise<void> {
  if (isPosted(submission)) return
  await change(tx, submission, { printer_id: seen.id, status: seen.status })
  const isCancelled = seen.status === 'cancelled'
  return stopSubmission(deps, tx, submission, {
    state: isCancelled ? 'cancelled' : 'rejected',
    reason: seen.word,
    note: isCancelled
      ? 'La impresión se ha anulado en la imprenta.'
      : 'La imprenta no puede imprimir esta carta: no se ha enviado.',
  })
}

const stopDoubled = (deps: DispatchDeps, tx: Tx, submission: Submission): Promise<void> =>
  stopSubmission(deps, tx, submission, {
    state: 'given-up',
    reason: 'doubled',
    note: 'La imprenta tiene esta carta dos veces: anule una allí antes de seguir.',
  })

/** It was given up here, and they have printed it all the same: it must not be printed again. */
const tellPrinted = (
  tx: Tx,
  { letter_id, reference }: Submission,
  { status }: SeenAtPrinter,
): Promise<void> =>
  raiseConcern(tx, {
    kind: 'printed-after-stop',
    letterId: letter_id,
    reference,
    note: `La imprenta sí tiene esta carta (${reference}: ${status}): no la imprima otra vez.`,
  })
