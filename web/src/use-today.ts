import { useSyncExternalStore } from 'react'
import { madridDay, type Day } from '@lacre/letter/days.ts'
import { isClockOff, serverNow, watchClock } from './server-clock.ts'

function onReturn(listener: () => void) {
  const stop = watchClock(listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', listener)
  }
}

/** The day it is in Spain, looked at anew when one comes back to the page; unknown in the prerendered page. */
export const useToday = (): Day | undefined =>
  useSyncExternalStore(
    onReturn,
    () => madridDay(serverNow()),
    () => undefined,
  )

/** The day of the device, where it is another than the server's. */
export const useWrongDay = (): Day | undefined =>
  useSyncExternalStore(
    watchClock,
    () => (isClockOff() ? madridDay(new Date()) : undefined),
    () => undefined,
  )
