import { days } from '@lacre/letter/days.ts'
import { createListeners } from './storage.ts'

/** A clock that lost its battery is wrong by years. One that was set to another day is its owner’s. */
const tolerated = days(730)

const { notify, subscribe } = createListeners()
/** How much later it is here than at the server, in milliseconds, where that is too much. */
let ahead = 0

/** From the `Date` of an answer. */
export function readServerDate(date: string | null): void {
  if (!date) return
  const found = Date.now() - Date.parse(date)
  ahead = Math.abs(found) > tolerated ? found : 0
  notify()
}

/** What time it is; the server's where the device is wrong. */
export const serverNow = (): Date => new Date(Date.now() - ahead)
export const isClockOff = (): boolean => ahead !== 0
export const watchClock = subscribe
