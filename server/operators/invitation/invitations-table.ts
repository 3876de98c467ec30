import type { Db, Row, Tx } from '../../database/tables.ts'

/** A newer one takes the place of an older one to the same address. */
export const putInvitation = (tx: Tx, { email, ...invitation }: Row<'operator_invitation'>) =>
  tx
    .insertInto('operator_invitation')
    .values({ email, ...invitation })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(invitation))
    .execute()

/** Locked until the transaction ends: it is taken up once. */
export const invitationOf = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom('operator_invitation')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()

/** False when there was none to this address. */
export async function dropInvitation(tx: Tx, email: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operator_invitation')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const openInvitations = (db: Db, now: Date) =>
  db
    .selectFrom('operator_invitation')
    .select(['email', 'name', 'is_supervisor', 'expires_at'])
    .where('expires_at', '>', now)
    .orderBy('name')
    .execute()

/** Those whose time is over; says how many. */
export async function sweepInvitations(db: Db, now: Date): Promise<number> {
  const gone = await db.deleteFrom('operator_invitation').where('expires_at', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
