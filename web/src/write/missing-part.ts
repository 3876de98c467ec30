import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isMissing = false

/** Says whether the part of the page that was asked for last could be loaded. */
export function setMissing(missing: boolean): void {
  isMissing = missing
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useMissing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isMissing,
    () => false,
  )
