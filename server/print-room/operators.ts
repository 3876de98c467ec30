import type { Db, Row, Tx } from '../database/tables.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { World } from '../world.ts'
import { pseudonymOf } from '../database/cipher.ts'

export type Operator = { name: string; isSupervisor: boolean }

/** Null for an account that is no operator, or was removed. */
export async function findOperator(db: Db | Tx, accountId: string): Promise<Operator | null> {
  const operator = await db
    .selectFrom('operator')
    .select(['name', 'is_supervisor as isSupervisor'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return operator ?? null
}

/** A removed operator becomes active again, with the new name, rank and date. */
export const putOperator = (
  tx: Tx,
  { account_id, name, is_supervisor, added_at }: Omit<Row<'operator'>, 'removed_at'>,
) =>
  tx
    .insertInto('operator')
    .values({ account_id, name, is_supervisor, added_at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ name, is_supervisor, added_at, removed_at: null }),
    )
    .execute()

export const setRank = (tx: Tx, accountId: string, is_supervisor: boolean) =>
  tx.updateTable('operator').set({ is_supervisor }).where('account_id', '=', accountId).execute()

export const endOperator = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('operator').set({ removed_at: now }).where('account_id', '=', accountId).execute()

/** True when the operator was still active. */
async function dropOperator(tx: Tx, accountId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('operator')
    .where('account_id', '=', accountId)
    .returning('removed_at')
    .executeTakeFirst()
  return gone?.removed_at === null
}

export const allOperators = (db: Db) =>
  db
    .selectFrom('operator')
    .innerJoin('account', 'account.id', 'operator.account_id')
    .select(['account.id', 'email', 'name', 'is_supervisor as isSupervisor'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()

/** Whether the mailbox, not a password, opened the session since the account became an operator's. */
export const isSessionOfMailbox = async (db: Db | Tx, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('login_session')
    .innerJoin('operator', 'operator.account_id', 'login_session.account_id')
    .select('login_session.id')
    .where('login_session.id', '=', sessionId)
    .where('by_mailbox', '=', true)
    .whereRef('login_session.created_at', '>=', 'added_at')
    .executeTakeFirst()) !== undefined

/**
 * Deletes the operator and its second factors. Answers a function that records it, to be called last in the
 * transaction.
 */
export async function forgetOperator(
  { clock, cipher }: Pick<World, 'clock' | 'cipher'>,
  tx: Tx,
  accountId: string,
): Promise<() => Promise<void>> {
  const wasOperator = await dropOperator(tx, accountId)
  return async () => {
    if (!wasOperator) return
    const subject = pseudonymOf(cipher, accountId)
    await recordAuditEntry(tx, { by: subject, action: 'remove-operator', subject, now: clock.now() })
  }
}
