import type { Db } from '../../database/tables.ts'
import type { LetterFigures } from '../../ports.ts'

/**
 * For the profile (design.md#profile-data): letters that were paid, whatever became of them. Versions that were replaced
 * or given up are not letters written.
 */
export async function letterFigures(db: Db, accountId: string): ReturnType<LetterFigures> {
  const { written, last } = await db
    .selectFrom('letter')
    .innerJoin('letter_step', 'letter_step.letter_id', 'letter.id')
    .select((eb) => [
      eb.fn.count<string>('letter.id').distinct().as('written'),
      eb.fn.max('letter_step.at').as('last'),
    ])
    .where('letter.account_id', '=', accountId)
    .where('letter_step.step', '=', 'pay')
    .executeTakeFirstOrThrow()
  return { lettersWritten: Number(written), lastLetterAt: last }
}
