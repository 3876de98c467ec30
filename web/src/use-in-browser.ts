import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** What only the browser knows; `before`: in the prerendered page, and while it is taken over. */
export const useInBrowser = <T>(read: () => T, before: T): T =>
  useSyncExternalStore(neverChanges, read, () => before)
