import type { LookedUp } from '../../outside/printer/printer.ts'
import { bookStatus } from '../follow/book-status.ts'
import { later } from '@lacre/letter/duration.ts'
import { backOff } from '../submissions/pauses.ts'
import { tellWhenLong } from '../submissions/record-outcome.ts'
import type { DispatchDeps } from '../deps.ts'
import { stopSubmission } from '../submissions/stop-submission.ts'
import { submitOne } from './submit-waiting.ts'
import {
  claimUnknown,
  lockSubmission,
  release,
  submitAgain,
  type Leased,
} from '../submissions/submissions-table.ts'

const portion = 10

/**
 * Orders whose answer never came are looked up, never blindly repeated (design.md#unknown-is-a-state). Found: carried
 * on from there. Certainly absent: the same key again, while they remember it. Otherwise a person decides. Answers how
 * many.
 */
export async function lookUpUnknown(deps: DispatchDeps): Promise<number> {
  for (let done = 0; done < portion; done++) {
    const leased = await claimUnknown(deps.db, { printer: deps.printer.name, now: deps.clock.now() })
    if (!leased) return done
    const paid = await deps.db
      .selectFrom('print_job')
      .select('created_at as since')
      .where('letter_id', '=', leased.letter_id)
      .where('attempt', '=', leased.attempt)
      .executeTakeFirstOrThrow()
    const { reference, printer_id } = leased
    await settle(deps, leased, await deps.printer.lookUp({ reference, id: printer_id ?? undefined, ...paid }))
  }
  return portion
}

async function settle(deps: DispatchDeps, leased: Leased, looked: LookedUp): Promise<void> {
  const now = deps.clock.now()
  if (looked.is === 'unknown') {
    await release(deps.db, leased, {
      reason: looked.because,
      next_at: later(now, looked.retryAfter ?? backOff(leased.tries)),
    })
    return tellWhenLong(deps, leased, looked.because)
  }
  if (looked.is === 'absent') return again(deps, leased)
  if (looked.status !== 'held' || looked.doubled) {
    await bookStatus(deps, leased, looked)
    return
  }
  if (await submitAgain(deps.db, leased, now)) await submitOne(deps, { ...leased, printer_id: looked.id })
}

/** Absent is certain only of an order they never named to us; and only a key they still know may go out again. */
async function again(deps: DispatchDeps, leased: Leased): Promise<void> {
  const now = deps.clock.now()
  const { key_used_at: used, printer_id } = leased
  const isRemembered = !used || now.getTime() - used.getTime() < deps.printer.keyLifeMs
  if (isRemembered && !printer_id) {
    if (await submitAgain(deps.db, leased, now)) await submitOne(deps, leased)
    return
  }
  await deps.db.transaction().execute(async (tx) => {
    await deps.lockLetter(tx, leased.letter_id)
    const submission = await lockSubmission(tx, leased)
    if (submission.lease !== leased.lease) return
    await stopSubmission(deps, tx, submission, {
      state: 'given-up',
      reason: printer_id ? 'vanished' : 'key-too-old',
      note: 'No se sabe si la imprenta ha recibido esta carta: búsquela allí por su referencia antes de volver a imprimirla.',
    })
  })
}
