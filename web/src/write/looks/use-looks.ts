import { useSyncExternalStore } from 'react'
import { looksOf, type Looks } from '@lacre/letter/looks/looks.ts'
import { keptLooks, watchLooks } from '../../journal/kept-looks.ts'

/** As one word, so that the same looks are the same. */
const kept = () => JSON.stringify(keptLooks())
const unknown = () => JSON.stringify(looksOf({}))

/** The looks of the letter being written. */
export const useLooks = (): Looks => JSON.parse(useSyncExternalStore(watchLooks, kept, unknown)) as Looks
