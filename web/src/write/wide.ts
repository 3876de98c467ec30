import { useSyncExternalStore } from 'react'

/** Room for the letter, its pages and the panel side by side, less with large text; the style sheet says the same. */
const query = '(min-width: 68.75em)'

export const isWide = (): boolean => matchMedia(query).matches

function onChange(listener: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

export const useWide = (): boolean => useSyncExternalStore(onChange, isWide, () => true)
