import { type Looks, looksOf } from '@lacre/letter/looks/looks.ts'
import { useSyncExternalStore } from 'react'
import { keptLooks, watchLooks } from '../editor/kept-looks.ts'

/** As one word, so that the same looks are the same. */
const kept = () => JSON.stringify(keptLooks())
const unknown = () => JSON.stringify(looksOf({}))

/** The looks of the letter being written. */
export const useLooks = (): Looks => JSON.parse(useSyncExternalStore(watchLooks, kept, unknown)) as Looks
