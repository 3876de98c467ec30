import type { Db } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'

/**
 * Whose address is proven, or who has paid before. A registration alone costs nothing, so that it is trusted no more than
 * a caller without an account (design.md#payers-first).
 */
export const isTrusted = async (db: Db, { accountId, emailVerified }: SignedIn): Promise<boolean> =>
  emailVerified || hasPaid(db, accountId)

async function hasPaid(db: Db, accountId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('letter', 'letter.id', 'payment.letter_id')
    .select('payment.id')
    .where('account_id', '=', accountId)
    .where('received_cents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}
