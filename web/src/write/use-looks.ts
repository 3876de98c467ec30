import { type Looks, looksOf } from '@lacre/letter/looks/looks.ts'
import { useSyncExternalStore } from 'react'
import { keptLooks, watchLooks } from '../editor/kept-looks.ts'

/** As a string, so that equal looks are the same snapshot. */
const snapshot = () => JSON.stringify(keptLooks())
const serverSnapshot = () => JSON.stringify(looksOf({}))

export const useLooks = (): Looks =>
  JSON.parse(useSyncExternalStore(watchLooks, snapshot, serverSnapshot)) as Looks
