import { token } from '../../session.ts'
import { dropFromAccount } from '../draft-account.ts'
import type { Desk } from '../first-editor.ts'
import { browserStore, keys, remove } from '../storage.ts'

/**
 * Erases the letter, its versions and the addresses from this browser, and the letter from the account.
 * `only-here`: the account could not be asked. `failed`: something may have stayed here.
 */
export async function eraseLetter(desk: Desk): Promise<'erased' | 'only-here' | 'failed'> {
  desk.keeper.drop()
  try {
    const copy = await desk.journal()?.letter.copy()
    await desk.journal()?.forget()
    for (const key of Object.values(keys)) remove(browserStore(), key)
    desk.show('')
    if (!copy || token() === undefined) return 'erased'
    return (await dropFromAccount(copy.id)) ? 'erased' : 'only-here'
  } catch {
    return 'failed'
  }
}
