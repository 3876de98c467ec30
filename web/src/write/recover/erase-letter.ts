import { eraseInAccount } from '../../journal/erase-in-account.ts'
import { token } from '../../session.ts'
import type { Desk } from '../first-editor.ts'
import { browserStore, keys, remove } from '../storage.ts'

/**
 * Erases the letter, its versions and the addresses from this browser, and the letter from the account.
 * `later`: from the account as soon as it can be asked. `failed`: something may have stayed here.
 */
export async function eraseLetter(desk: Desk): Promise<'erased' | 'erased-here' | 'later' | 'failed'> {
  desk.keeper.drop()
  try {
    const copy = await desk.journal()?.letter.copy()
    await desk.journal()?.forget()
    for (const key of Object.values(keys)) remove(browserStore(), key)
    desk.show('')
    if (!copy || token() === undefined) return 'erased-here'
    return (await eraseInAccount(copy.id)) ? 'erased' : 'later'
  } catch {
    return 'failed'
  }
}
