import { useSyncExternalStore } from 'react'

/** Room for letter, preview and panel side by side. In `em`, so less with large text. The same in write.module.css. */
const query = '(min-width: 68.75em)'

export const isWide = (): boolean => matchMedia(query).matches

function onChange(listener: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

export const useWide = (): boolean => useSyncExternalStore(onChange, isWide, () => true)
