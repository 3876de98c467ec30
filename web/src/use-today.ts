import { useSyncExternalStore } from 'react'
import { madridDay, type Day } from '@lacre/letter/days.ts'

function onReturn(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** The day it is in Spain, looked at anew when one comes back to the page; unknown in the prerendered page. */
export const useToday = (): Day | undefined =>
  useSyncExternalStore(
    onReturn,
    () => madridDay(new Date()),
    () => undefined,
  )
