import type { Submitted } from '../../outside/printer/printer.ts'
import { raiseConcern } from '../../database/concerns.ts'
import { days, earlier, later } from '@lacre/letter/duration.ts'
import { backOff, followUp } from './pauses.ts'
import type { DispatchDeps } from '../deps.ts'
import { stopSubmission } from './stop-submission.ts'
import { lockSubmission, release, type Leased } from './submissions-table.ts'

/** What the printer's answer means to our books. Nothing here leads to a new key (design.md#unknown-is-a-state). */
export async function recordOutcome(deps: DispatchDeps, leased: Leased, outcome: Submitted): Promise<void> {
  const now = deps.clock.now()
  switch (outcome.is) {
    case 'accepted':
      await release(deps.db, leased, {
        state: 'accepted',
        printer_id: outcome.id,
        status: 'in-production',
        reason: null,
        tries: 0,
        accepted_at: now,
        next_at: later(now, followUp.unposted),
      })
      return
    case 'rejected':
      return reject(deps, leased, outcome.code)
    case 'not-taken': {
      // Certain that this try made nothing; an earlier one may have.
      const isUntouched = leased.usedBefore === null
      await release(deps.db, leased, {
        state: isUntouched ? 'ready' : 'unknown',
        ...(isUntouched && { key_used_at: null }),
        reason: outcome.because,
        next_at: later(now, outcome.retryAfter ?? backOff(leased.tries)),
      })
      return tellWhenLong(deps, leased, outcome.because)
    }
    case 'unknown':
      await release(deps.db, leased, {
        state: 'unknown',
        ...(outcome.id && { printer_id: outcome.id, ...(outcome.id !== leased.printer_id && { tries: 0 }) }),
        reason: outcome.because,
        next_at: later(now, outcome.retryAfter ?? backOff(leased.tries)),
      })
      return tellWhenLong(deps, leased, outcome.because)
  }
}

const notes: Record<string, string> = {
  damaged: 'Los bytes guardados no son los que se pagaron: no se ha enviado a imprimir.',
  'test-money': 'No consta que se pagara con dinero de verdad: no se ha enviado a imprimir.',
  'stopped-elsewhere': 'Dejó de poder imprimirse: no se ha dado la orden de imprimirla.',
  'pages-differ': 'La imprenta cuenta otro número de páginas: no se ha impreso.',
  'address-differs': 'La imprenta lee otra dirección: no se ha impreso.',
  'country-differs': 'La imprenta lee otro país: no se ha impreso.',
}

const reject = (deps: DispatchDeps, leased: Leased, code: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    // The letter first, then its submission: one order, no deadlock.
    await deps.lockLetter(tx, leased.letter_id)
    const submission = await lockSubmission(tx, leased)
    if (submission.lease !== leased.lease) return
    const note = notes[code] ?? 'La imprenta ha rechazado la carta: no se ha impreso.'
    await stopSubmission(deps, tx, submission, { state: 'rejected', reason: code, note })
  })

/** A day without getting through: the letters wait safely, but somebody must see to the printer. */
export async function tellWhenLong(
  { db, clock }: DispatchDeps,
  leased: Leased,
  because: string,
): Promise<void> {
  if (leased.created_at > earlier(clock.now(), days(1))) return
  await raiseConcern(db, {
    kind: 'printer-silent',
    letterId: leased.letter_id,
    reference: leased.reference,
    note: `Hace más de un día que se intenta entregar esta carta a la imprenta (${because}). Se sigue intentando.`,
  })
}
