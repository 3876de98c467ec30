import type { Tx } from '../../database/tables.ts'

/** The address the receipt goes to. */
export async function mailOf(tx: Tx, accountId: string): Promise<string> {
  const account = tx.selectFrom('account').select('email').where('id', '=', accountId)
  return (await account.executeTakeFirstOrThrow()).email
}
