import { stopSubmission } from '../submissions/stop-submission.ts'
import type { DispatchDeps } from '../deps.ts'
import { livingSubmission, lockSubmission, type Submission } from '../submissions/submissions-table.ts'

export type Recalled = 'recalled' | 'not-there' | 'too-late' | 'unknown'

/**
 * A person calls a letter back from the printer, who may say that it is too late. Called back, it needs that person:
 * to be printed again, or cancelled and refunded.
 */
export async function cancelAtPrinter(deps: DispatchDeps, letterId: string): Promise<Recalled> {
  const living = await livingSubmission(deps.db, letterId)
  if (!living) return 'not-there'
  if (living.state === 'ready' && living.key_used_at === null) return recall(deps, living)
  if (!living.printer_id || living.state === 'submitting') return 'unknown'
  const cancelled = await deps.printer.cancel(living.printer_id)
  return cancelled === 'cancelled' ? recall(deps, living) : cancelled
}

/** As it was when they were asked: a state that has changed since is another matter. */
const recall = (deps: DispatchDeps, asked: Submission): Promise<Recalled> =>
  deps.db.transaction().execute(async (tx) => {
    await deps.lockLetter(tx, asked.letter_id)
    const submission = await lockSubmission(tx, asked)
    if (submission.state === 'cancelled') return 'recalled'
    if (submission.state !== asked.state) return 'unknown'
    await stopSubmission(deps, tx, submission, {
      state: 'cancelled',
      reason: 'recalled',
      note: 'Se ha pedido a la imprenta que no la imprima. Decida si se imprime de nuevo o se devuelve el dinero.',
    })
    return 'recalled'
  })
