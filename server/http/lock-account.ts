import type { Tx } from '../database/tables.ts'
import { notSignedIn } from './bearer.ts'

/**
 * Before anything is kept in an account: whoever erases it locks it too, so that nothing comes after the erasure. Until
 * the end of the transaction nobody else who calls this keeps anything in it.
 * @throws Failure 401 when it is erased.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account?.email) throw notSignedIn()
}
