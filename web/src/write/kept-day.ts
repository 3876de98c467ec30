import { day, type Day, type PostingDay } from '@lacre/letter/days.ts'
import { createListeners, keys, read, remove, watchAllTabs, write } from '../storage.ts'

const listeners = createListeners()

/** The stored posting day; it may have passed. */
export function keptDay(): PostingDay {
  try {
    return day(read(keys.day) ?? '')
  } catch {
    return null
  }
}

/** False when the browser could not store it. */
export function keepDay(chosen: PostingDay): boolean {
  if (!chosen) remove(keys.day)
  const isKept = !chosen || write(keys.day, chosen)
  listeners.notify()
  return isKept
}

/** Changes in this tab or another. Returns how to stop. */
export function watchDay(listener: () => void): () => void {
  return watchAllTabs([keys.day], listeners.subscribe, listener)
}

/** For a call: empty when the letter leaves as soon as possible, also because the day has come. */
export function dayToSend(today: Day): { postOn?: Day } {
  const chosen = keptDay()
  return chosen && chosen > today ? { postOn: chosen } : {}
}
