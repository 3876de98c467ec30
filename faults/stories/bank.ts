import { days } from '@lacre/letter/days.ts'
import type { InProcess } from '../nodes/in-process.ts'
import { pass } from '../nodes/in-process-idle.ts'
import { intentOf, deliverAll } from './story.ts'

/*
 * What becomes of the newest charge without anybody asking for it here, of one letter or of several.
 */

/** Somebody gives back so much on the provider's own pages, naming no letter. */
export async function givenBackOutside(server: InProcess, cents: number) {
  server.books.refund(intentOf(server), cents, 'outside')
  await deliverAll(server)
}

/** What is still to be printed then is printed. */
export async function givenBackBeforeBatch(server: InProcess, cents: number) {
  await givenBackOutside(server, cents)
  await server.closeBatch()
  await server.print()
}

/** It is disputed, a batch is closed meanwhile, and the bank lets us have the money. */
export async function wonAfterBatch(server: InProcess) {
  const dispute = server.books.dispute(intentOf(server))
  await deliverAll(server)
  await server.closeBatch()
  await pass(server, days(2))
  server.books.endDispute(intentOf(server), dispute, 'won')
  await deliverAll(server)
}

/** It is disputed, somebody cancels before we are told, and the bank gives the money back. */
export async function lostAfterCancelling(server: InProcess, cancel: () => Promise<unknown>) {
  const dispute = server.books.dispute(intentOf(server))
  await cancel()
  await deliverAll(server)
  server.books.endDispute(intentOf(server), dispute, 'lost')
  await deliverAll(server)
  await server.chore('refunds')
}
