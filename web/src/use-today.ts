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

/** Today in Spain, refreshed when the tab becomes visible; undefined in the prerendered page. */
export const useToday = (): Day | undefined =>
  useSyncExternalStore(
    onReturn,
    () => madridDay(serverNow()),
    () => undefined,
  )

/** The day by the device, where its clock is wrong. */
export const useWrongDay = (): Day | undefined =>
  useSyncExternalStore(
    watchClock,
    () => (isClockOff() ? madridDay(new Date()) : undefined),
    () => undefined,
  )
