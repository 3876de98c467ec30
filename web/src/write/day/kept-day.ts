import { day, type Day } from '@lacre/letter/day.ts'
import type { PostingDay } from '@lacre/letter/posting/posting-day.ts'
import { createListeners, keys, read, remove, watchOtherTabs, write } from '../../storage.ts'

const listeners = createListeners()

/** The day chosen for the letter in this browser; it may have passed since. */
export function keptDay(): PostingDay {
  try {
    return day(read(keys.day) ?? '')
  } catch {
    return null
  }
}

export function keepDay(chosen: PostingDay): void {
  if (chosen) write(keys.day, chosen)
  else remove(keys.day)
  listeners.notify()
}

/** Calls the listener when it changes, in this tab or another. Returns how to stop. */
export function watchDay(listener: () => void): () => void {
  const stops = [listeners.subscribe(listener), watchOtherTabs([keys.day], listener)]
  return () => stops.forEach((stop) => stop())
}

/** What it is in a call: nothing where the letter leaves as soon as possible, as on a day that has come. */
export function dayToSend(today: Day): { postOn?: Day } {
  const chosen = keptDay()
  return chosen && chosen > today ? { postOn: chosen } : {}
}
