import type { Db, NewRow, Row, Tx } from '../../database/tables.ts'
import { lockAccount } from '../../http/lock-account.ts'

export const findSignature = (db: Db, accountId: string): Promise<Row<'signature'> | undefined> =>
  db.selectFrom('signature').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** In the place of the one before. @throws Failure 401 when the account is erased. */
export const putSignature = (db: Db, { account_id, ...fresh }: NewRow<'signature'>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockAccount(tx, account_id)
    await tx
      .insertInto('signature')
      .values({ account_id, ...fresh })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
      .execute()
  })

export const dropSignature = (db: Db | Tx, accountId: string) =>
  db.deleteFrom('signature').where('account_id', '=', accountId).execute()
