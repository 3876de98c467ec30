import type { Db, NewRow, Row, Tx } from '../../database/tables.ts'

export const findSignature = (db: Db, accountId: string): Promise<Row<'signature'> | undefined> =>
  db.selectFrom('signature').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/**
 * In the place of the one before. Whoever erases the account locks it too, so that no signature comes after the erasure:
 * false then.
 */
export async function putSignature(
  db: Db,
  { account_id, wrapped_key, key_name, signature, updated_at }: NewRow<'signature'>,
): Promise<boolean> {
  const fresh = { wrapped_key, key_name, signature, updated_at }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('signature')
    .columns(['account_id', 'wrapped_key', 'key_name', 'signature', 'updated_at'])
    .expression((account) =>
      account
        .selectFrom('account')
        .where('id', '=', account_id)
        .where('email', '!=', '')
        .select((eb) => [
          'id',
          eb.val(wrapped_key).as('wrapped_key'),
          eb.val(key_name).as('key_name'),
          eb.val(signature).as('signature'),
          eb.val(updated_at).as('updated_at'),
        ])
        .forNoKeyUpdate(),
    )
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const dropSignature = (db: Db | Tx, accountId: string) =>
  db.deleteFrom('signature').where('account_id', '=', accountId).execute()
