import type { Db } from '../../database/tables.ts'
import type { LetterFigures } from '../../ports.ts'

/**
 * For the profile (design.md#profile-data): letters that were paid, whatever became of them. Versions that were replaced
 * or given up are not letters written.
 */
export async function letterFigures(db: Db, accountId: string): ReturnType<LetterFigures> {
  const written = await db
    .selectFrom('letters_written')
    .select(['letters', 'last_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { lettersWritten: written?.letters ?? 0, lastLetterAt: written?.last_at ?? null }
}
