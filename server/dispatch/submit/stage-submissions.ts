import { lastCutOff, leavesAt } from '@lacre/letter/cut-off.ts'
import { madridDay, type Day } from '@lacre/letter/day.ts'
import { dueOn } from '@lacre/letter/posting/posting-day.ts'
import { raiseConcern } from '../../database/concerns.ts'
import { isDue } from '../../database/queries/due-letters.ts'
import type { Tx } from '../../database/tables.ts'
import { earlier, hours } from '@lacre/letter/duration.ts'
import { keyOf, referenceOf } from '../submissions/reference.ts'
import { cause, type DispatchDeps } from '../deps.ts'
import { idsUnderWay } from '../submissions/submissions-table.ts'

/** In one transaction at most so many letters leave: a portion of a chore. */
const portion = 50

/**
 * The paid letters whose time to cancel is over leave for the printer: from here on they cannot be cancelled, as if
 * their batch were closed (design.md#cancel-until-closed). Each gets its reference and its key, before anybody is
 * asked. Answers how many.
 */
export async function stageSubmissions(deps: DispatchDeps): Promise<number> {
  const now = deps.clock.now()
  const leaving = leavingNow(now, deps)
  await tellOtherPapers(deps, leaving)
  return deps.db.transaction().execute(async (tx) => {
    const waiting = await oldestWaiting(tx, deps, leaving)
    for (const { letterId, attempt, paidAt, postOn } of waiting) {
      await deps.takeStep(tx, { letterId, step: 'batch', cause, now })
      await deps.jobs.handOver(tx, { letterId, attempt })
      // Could have left so long ago that they would have forgotten the key: a database out of a backup may not know that
      // this letter was ordered before, so they are asked first.
      const since = postOn && deps.cutOff ? leavesAt(paidAt, postOn, deps.cutOff) : paidAt
      const isOld = now.getTime() - since.getTime() > deps.printer.keyLifeMs
      await tx
        .insertInto('submission')
        .values({
          letter_id: letterId,
          attempt,
          printer: deps.printer.name,
          reference: referenceOf(letterId, attempt),
          idempotency_key: keyOf(letterId, attempt),
          state: isOld ? 'unknown' : 'ready',
          next_at: now,
          created_at: now,
        })
        .execute()
    }
    return waiting.length
  })
}

/** Letters paid before `until` and for no day after `due`. */
type Leaving = { until: Date; due: Day }

/** Before the last cut-off, as in the print room: the sender was told this hour. Without one, an hour after paying. */
function leavingNow(now: Date, { cutOff, closedDays }: DispatchDeps): Leaving {
  const until = cutOff ? lastCutOff(now, cutOff) : earlier(now, hours(1))
  return { until, due: dueOn(madridDay(cutOff ? until : now), closedDays) }
}

/** Only paid ones, asked of the row that is locked. A letter that is being cancelled now is passed over. */
const oldestWaiting = (tx: Tx, { paper }: DispatchDeps, { until, due }: Leaving) =>
  tx
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select(['letter.id as letterId', 'job.attempt', 'job.created_at as paidAt', 'letter.post_on as postOn'])
    .where('job.state', '=', 'waiting')
    .where('letter.state', '=', 'paid')
    .where('letter.paper', '=', paper)
    .where('job.created_at', '<', until)
    .where(isDue(due))
    // Started over by a person while they may still have it: it waits until that is known.
    .where('letter.id', 'not in', idsUnderWay(tx))
    .orderBy('job.created_at')
    .orderBy('letter.id')
    .limit(portion)
    .forUpdate('letter') // its job is written under this lock only (design.md#lock-order)
    .skipLocked()
    .execute()

/** Frozen on another paper: what is frozen is printed, so the print room must do it (design.md#freeze-before-pay). */
async function tellOtherPapers({ db, paper }: DispatchDeps, { until, due }: Leaving): Promise<void> {
  const others = await db
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .leftJoin('concern', (join) =>
      join.onRef('concern.letter_id', '=', 'letter.id').on('concern.kind', '=', 'printer-other-paper'),
    )
    .select(['letter.id', 'letter.paper'])
    .where('job.state', '=', 'waiting')
    .where('letter.state', '=', 'paid')
    .where('letter.paper', '<>', paper)
    .where('job.created_at', '<', until)
    .where(isDue(due))
    .where('concern.id', 'is', null)
    .limit(portion)
    .execute()
  for (const letter of others)
    await raiseConcern(db, {
      kind: 'printer-other-paper',
      letterId: letter.id,
      reference: letter.id,
      note: `Está compuesta para otros sobres (${letter.paper}): imprímala en el taller propio con una tanda.`,
    })
}
