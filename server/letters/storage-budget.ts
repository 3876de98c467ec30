import { sql } from 'kysely'
import type { SealedLetter } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import type { SignedIn } from '../http/bearer.ts'
import { type Limits, mayKeep, noSpaceLeft, takeBytes } from '../http/limits.ts'

/** Counts what a letter adds to its account's unpaid letters. @throws Failure 413 or 429 */
export type TakeSpace = (letter: Pick<SealedLetter, 'content' | 'pdf'>) => Promise<void>

export const createTakeSpace =
  ({ db, limits }: { db: Db; limits: Limits }, person: SignedIn): TakeSpace =>
  async ({ content, pdf }) => {
    const bytes = content.length + pdf.length
    await takeBytes(limits, 'letter', person, bytes)
    if ((await unpaidBytes(db, person.accountId)) + bytes > mayKeep('letters', person))
      throw noSpaceLeft('letters', person)
  }

/** Of letters that wait for their payment, or ended without being posted and are not forgotten yet. */
async function unpaidBytes(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('letter')
    .innerJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
    .select(sql<string>`coalesce(sum(octet_length(content) + octet_length(pdf)), 0)`.as('bytes'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['frozen', 'cancelled', 'expired'])
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
