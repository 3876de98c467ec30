import type { Desk } from '../first-editor.ts'
import { browserStore, keys, remove } from '../storage.ts'

/** Erases the letter, its versions and the addresses from this browser. False when something may have stayed. */
export async function eraseLetter(desk: Desk): Promise<boolean> {
  desk.keeper.drop()
  try {
    await desk.journal()?.forget()
  } catch {
    return false
  }
  for (const key of Object.values(keys)) remove(browserStore(), key)
  desk.show('')
  return true
}
