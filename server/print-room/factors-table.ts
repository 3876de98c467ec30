import type { OwnFactors } from '@lacre/letter/print-room/console-calls.ts'
import type { Db, NewRow, Tx } from '../database/tables.ts'

export type Factors = { passkeys: string[]; hasTotp: boolean }

/** The ids of somebody's passkeys, and whether an application of theirs gives codes. */
export async function factorsOf(db: Db | Tx, accountId: string): Promise<Factors> {
  const passkeys = await db
    .selectFrom('operator_passkey')
    .select('credential_id')
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .execute()
  const totp = await db
    .selectFrom('operator_totp')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('last_step', 'is not', null)
    .executeTakeFirst()
  return { passkeys: passkeys.map(({ credential_id }) => credential_id), hasTotp: totp !== undefined }
}

export const hasFactor = ({ passkeys, hasTotp }: Factors): boolean => passkeys.length > 0 || hasTotp

/** Those that count, the oldest first. */
export async function listFactors(db: Db | Tx, accountId: string): Promise<OwnFactors['factors']> {
  const passkeys = await db
    .selectFrom('operator_passkey')
    .select(['credential_id', 'added_at'])
    .where('account_id', '=', accountId)
    .execute()
  const totps = await db
    .selectFrom('operator_totp')
    .select('added_at')
    .where('account_id', '=', accountId)
    .where('last_step', 'is not', null)
    .execute()
  return [
    ...passkeys.map(({ credential_id: id, added_at }) => ({ id, kind: 'passkey' as const, added_at })),
    ...totps.map(({ added_at }) => ({ id: 'totp', kind: 'totp' as const, added_at })),
  ]
    .toSorted((a, b) => a.added_at.getTime() - b.added_at.getTime())
    .map(({ added_at, ...factor }) => ({ ...factor, since: added_at.toISOString() }))
}

/** The same, of which nobody else adds, gives or removes one meanwhile. */
export async function lockFactors(tx: Tx, accountId: string): Promise<OwnFactors['factors']> {
  await tx
    .selectFrom('operator')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
  return listFactors(tx, accountId)
}

export const dropPasskey = (tx: Tx, credentialId: string) =>
  tx.deleteFrom('operator_passkey').where('credential_id', '=', credentialId).execute()

export const dropTotp = (tx: Tx, accountId: string) =>
  tx.deleteFrom('operator_totp').where('account_id', '=', accountId).execute()

export const passkeyOf = (tx: Tx, accountId: string, credentialId: string) =>
  tx
    .selectFrom('operator_passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()

/** False when it is known already. */
export async function addPasskey(tx: Tx, passkey: NewRow<'operator_passkey'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const countPasskey = (tx: Tx, credentialId: string, counter: number) =>
  tx.updateTable('operator_passkey').set({ counter }).where('credential_id', '=', credentialId).execute()

/** In place of one that was begun and never confirmed; false when there is one that counts. */
export async function beginTotp(db: Db, totp: NewRow<'operator_totp'>): Promise<boolean> {
  const { account_id, ...fresh } = totp
  const put = await db
    .insertInto('operator_totp')
    .values({ account_id, ...fresh })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(fresh).where('operator_totp.last_step', 'is', null),
    )
    .executeTakeFirst()
  return put.numInsertedOrUpdatedRows === 1n
}

export const totpOf = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('operator_totp')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const countTotp = (tx: Tx, accountId: string, last_step: number) =>
  tx.updateTable('operator_totp').set({ last_step }).where('account_id', '=', accountId).execute()

/** How many there were, a begun one included. */
export async function dropFactors(tx: Tx, accountId: string): Promise<number> {
  const gone = [
    await tx.deleteFrom('operator_passkey').where('account_id', '=', accountId).executeTakeFirst(),
    await tx.deleteFrom('operator_totp').where('account_id', '=', accountId).executeTakeFirst(),
  ]
  return gone.reduce((number, { numDeletedRows }) => number + Number(numDeletedRows), 0)
}
