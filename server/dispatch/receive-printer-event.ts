import { raiseConcern } from '../database/concerns.ts'
import type { PrinterEvent } from '../outside/printer.ts'
import { bookStatus } from './book-status.ts'
import { isOurs } from './reference.ts'
import type { DispatchRoom } from './room.ts'
import { submissionBy } from './submissions-table.ts'

/** 'unknown' must not be answered with 2xx, so that the printer sends the event again (design, 3.2). */
export type Received = 'booked' | 'seen-before' | 'foreign' | 'unknown'

/** An event only says where to look: what is true stands in the printer's own record of the letter. */
export async function receivePrinterEvent(room: DispatchRoom, event: PrinterEvent): Promise<Received> {
  const seen = room.db.selectFrom('printer_event').select('id').where('id', '=', event.id)
  if (await seen.executeTakeFirst()) return 'seen-before'

  const known = await submissionBy(room.db, 'printer_id', event.printerId)
  const since = known?.created_at ?? room.clock.now()
  const looked = await room.printer.lookUp({ reference: known?.reference ?? '', id: event.printerId, since })
  if (looked.is === 'unknown') return 'unknown'
  if (looked.is === 'absent') return known ? 'unknown' : 'foreign'
  if (!isOurs(looked.reference)) return 'foreign'
  const submission = known ?? (await submissionBy(room.db, 'reference', looked.reference))
  if (!submission) {
    await raiseConcern(room.db, {
      kind: 'printer-unknown-letter',
      letterId: null,
      reference: looked.reference,
      note: `La imprenta tiene una carta nuestra que aquí no consta (${looked.reference}).`,
    })
    return 'unknown'
  }
  await bookStatus(room, submission, looked, event)
  return 'booked'
}
