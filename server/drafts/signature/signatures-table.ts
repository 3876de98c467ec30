import type { Db, NewRow, Row, Tx } from '../../database/tables.ts'

export const findSignature = (db: Db, accountId: string): Promise<Row<'signature'> | undefined> =>
  db.selectFrom('signature').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** In the place of the one before. */
export function putSignature(db: Db, { account_id, ...fresh }: NewRow<'signature'>) {
  return db
    .insertInto('signature')
    .values({ account_id, ...fresh })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
    .execute()
}

export const dropSignature = (db: Db | Tx, accountId: string) =>
  db.deleteFrom('signature').where('account_id', '=', accountId).execute()
