import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** A value that only the browser knows; `before` in the prerendered page and during hydration. */
export const useInBrowser = <T>(read: () => T, before: T): T =>
  useSyncExternalStore(neverChanges, read, () => before)
