import type { SetDisabled } from '../../ports.ts'

/** Its sessions end with it; the password, and whose mailbox it is, stay (design.md#disabled-accounts). */
export const setDisabled: SetDisabled = async (tx, accountId, at) => {
  const changed = await tx
    .updateTable('account')
    .set({ disabled_at: at })
    .where('id', '=', accountId)
    .where('disabled_at', at ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (at) await tx.deleteFrom('login_session').where('account_id', '=', accountId).execute()
  return changed.numUpdatedRows === 1n
}
