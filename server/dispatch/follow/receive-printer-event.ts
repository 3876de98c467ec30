import { raiseConcern } from '../../database/concerns.ts'
import type { PrinterEvent } from '../../outside/printer/printer.ts'
import { bookStatus } from './book-status.ts'
import { isOurs } from '../submissions/reference.ts'
import type { DispatchDeps } from '../deps.ts'
import { submissionBy } from '../submissions/submissions-table.ts'

/** 'unknown' must not be answered with 2xx, so that the printer sends the event again (design.md#unknown-event). */
export type Received = 'booked' | 'seen-before' | 'foreign' | 'unknown'

/** An event only says where to look: what is true stands in the printer's own record of the letter. */
export async function receivePrinterEvent(deps: DispatchDeps, event: PrinterEvent): Promise<Received> {
  const seen = deps.db.selectFrom('printer_event').select('id').where('id', '=', event.id)
  if (await seen.executeTakeFirst()) return 'seen-before'

  const known = await submissionBy(deps.db, 'printer_id', event.printerId)
  const since = known?.created_at ?? deps.clock.now()
  const looked = await deps.printer.lookUp({ reference: known?.reference ?? '', id: event.printerId, since })
  if (looked.is === 'unknown') return 'unknown'
  if (looked.is === 'absent') return known ? 'unknown' : 'foreign'
  if (!isOurs(looked.reference)) return 'foreign'
  const submission = known ?? (await submissionBy(deps.db, 'reference', looked.reference))
  if (!submission) {
    await raiseConcern(deps.db, {
      kind: 'printer-unknown-letter',
      letterId: null,
      reference: looked.reference,
      note: `La imprenta tiene una carta nuestra que aquí no consta (${looked.reference}).`,
    })
    return 'unknown'
  }
  await bookStatus(deps, submission, looked, event)
  return 'booked'
}
