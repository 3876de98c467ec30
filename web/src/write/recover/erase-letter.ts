import { eraseInAccount } from '../../journal/erase-in-account.ts'
import { token } from '../../session.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { browserStore, keys, remove } from '../draft/storage/storage.ts'

/**
 * Erases the letter, its versions and the addresses from this browser, and the letter from the account.
 * `later`: from the account as soon as it can be asked. `failed`: something may have stayed here.
 */
export async function eraseLetter(
  session: EditorSession,
): Promise<'erased' | 'erased-here' | 'later' | 'failed'> {
  session.keeper.drop()
  try {
    const copy = await session.journal()?.letter.copy()
    await session.journal()?.forget()
    for (const key of Object.values(keys)) remove(browserStore(), key)
    session.show('')
    if (!copy || token() === undefined) return 'erased-here'
    return (await eraseInAccount(copy.id)) ? 'erased' : 'later'
  } catch {
    return 'failed'
  }
}
