import { days } from '@lacre/letter/days.ts'
import { createListeners } from './storage.ts'

/** A clock with an empty battery is wrong by years. A smaller difference is the owner’s choice. */
const tolerated = days(730)

const { notify, subscribe } = createListeners()
/** Milliseconds by which this clock is ahead of the server; 0 within the tolerance. */
let ahead = 0

/** Compares the clocks by the `Date` header of an answer. */
export function readServerDate(date: string | null): void {
  if (!date) return
  const found = Date.now() - Date.parse(date)
  ahead = Math.abs(found) > tolerated ? found : 0
  notify()
}

/** The time by the server where the clock of the device is wrong. */
export const serverNow = (): Date => new Date(Date.now() - ahead)
export const isClockOff = (): boolean => ahead !== 0
export const watchClock = subscribe
