import { days } from '@lacre/letter/days.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { pass } from '../nodes/in-process-idle.ts'
import { intentOf, deliverAll } from './story.ts'

/*
 * What happens to the newest charge outside the server, for one letter or several.
 */

/** A refund on the provider's own pages, without a letter. */
export async function givenBackOutside(server: InProcess, cents: number) {
  server.books.refund(intentOf(server), cents, 'outside')
  await deliverAll(server)
}

/** A batch is closed and printed after that refund. */
export async function givenBackBeforeBatch(server: InProcess, cents: number) {
  await givenBackOutside(server, cents)
  await server.closeBatch()
  await server.print()
}

/** The charge is disputed, a batch is closed meanwhile, and we win. */
export async function wonAfterBatch(server: InProcess) {
  const dispute = server.books.dispute(intentOf(server))
  await deliverAll(server)
  await server.closeBatch()
  await pass(server, days(2))
  server.books.endDispute(intentOf(server), dispute, 'won')
  await deliverAll(server)
}

/** The charge is disputed, the customer cancels before our server knows, and we lose. */
export async function lostAfterCancelling(server: InProcess, cancel: () => Promise<unknown>) {
  const dispute = server.books.dispute(intentOf(server))
  await cancel()
  await deliverAll(server)
  server.books.endDispute(intentOf(server), dispute, 'lost')
  await deliverAll(server)
  await server.chore('refunds')
}
