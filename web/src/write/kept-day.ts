import { day, type Day, type PostingDay } from '@lacre/letter/days.ts'
import { createListeners, keys, read, remove, watchAllTabs, write } from '../storage.ts'

const listeners = createListeners()

/** The day chosen for the letter in this browser; it may have passed since. */
export function keptDay(): PostingDay {
  try {
    return day(read(keys.day) ?? '')
  } catch {
    return null
  }
}

/** False where this browser keeps nothing, or has no room: the day is not chosen then. */
export function keepDay(chosen: PostingDay): boolean {
  if (!chosen) remove(keys.day)
  const isKept = !chosen || write(keys.day, chosen)
  listeners.notify()
  return isKept
}

/** Calls the listener when it changes, in this tab or another. Returns how to stop. */
export function watchDay(listener: () => void): () => void {
  return watchAllTabs([keys.day], listeners.subscribe, listener)
}

/** What it is in a call: nothing where the letter leaves as soon as possible, as on a day that has come. */
export function dayToSend(today: Day): { postOn?: Day } {
  const chosen = keptDay()
  return chosen && chosen > today ? { postOn: chosen } : {}
}
