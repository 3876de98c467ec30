import type { Db } from '../../database/tables.ts'

/** An answer counts once, on whichever node it comes in. */
export async function spendAnswer(db: Db, nonce: string, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto('captcha_used')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}
