import { days } from '@lacre/letter/days.ts'
import type { InProcess } from '../house/in-process.ts'
import { pass } from '../house/settle.ts'
import { intentOf, tellAll } from './scene.ts'

/*
 * What becomes of the newest charge without anybody asking for it here, of one letter or of several.
 */

/** Somebody gives back so much on the provider's own pages, naming no letter. */
export async function givenBackOutside(house: InProcess, cents: number) {
  house.books.refund(intentOf(house), cents, 'outside')
  await tellAll(house)
}

/** What is still to be printed then is printed. */
export async function givenBackBeforeBatch(house: InProcess, cents: number) {
  await givenBackOutside(house, cents)
  await house.closeBatch()
  await house.print()
}

/** It is disputed, a batch is closed meanwhile, and the bank lets us have the money. */
export async function wonAfterBatch(house: InProcess) {
  const dispute = house.books.dispute(intentOf(house))
  await tellAll(house)
  await house.closeBatch()
  await pass(house, days(2))
  house.books.endDispute(intentOf(house), dispute, 'won')
  await tellAll(house)
}

/** It is disputed, somebody cancels before we are told, and the bank gives the money back. */
export async function lostAfterCancelling(house: InProcess, cancel: () => Promise<unknown>) {
  const dispute = house.books.dispute(intentOf(house))
  await cancel()
  await tellAll(house)
  house.books.endDispute(intentOf(house), dispute, 'lost')
  await tellAll(house)
  await house.chore('refunds')
}
