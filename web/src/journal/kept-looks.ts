import { looksOf, sizes, styles, unusual, type Looks } from '@lacre/letter/looks/looks.ts'
import { createListeners, keys, read, remove, write } from '../storage.ts'

const listeners = createListeners()

/** The looks of the letter in this browser: as chosen, else the usual ones. */
export function keptLooks(): Looks {
  const words = (read(keys.looks) ?? '').split(' ')
  return looksOf({
    style: styles.find((style) => words.includes(style)),
    size: sizes.find((size) => words.includes(size)),
  })
}

/** What they are in a call: nothing where they are the usual ones. */
export const looksToSend = (): Partial<Looks> => unusual(keptLooks())

export function keepLooks(looks: Looks): void {
  const kept = Object.values(unusual(looks)).join(' ')
  if (kept === Object.values(looksToSend()).join(' ')) return
  if (kept) write(keys.looks, kept)
  else remove(keys.looks)
  listeners.notify()
}

/** Calls the listener when others are kept in this tab. Returns how to stop. */
export const watchChoices = listeners.subscribe

/** Calls the listener when they change, in this tab or another. Returns how to stop. */
export function watchLooks(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => (key === keys.looks || key === null) && listener()
  addEventListener('storage', hear)
  const stop = listeners.subscribe(listener)
  return () => {
    removeEventListener('storage', hear)
    stop()
  }
}
