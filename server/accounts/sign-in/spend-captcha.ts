import type { Db } from '../../database/tables.ts'
import type { SpendAnswer } from '../../outside/captcha/altcha.ts'

/** An answer counts once, on whichever node it comes in. */
export const createSpendAnswer =
  (db: Db): SpendAnswer =>
  async (nonce, expiresAt) => {
    const spent = await db
      .insertInto('captcha_used')
      .values({ nonce, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('nonce').doNothing())
      .executeTakeFirst()
    return spent.numInsertedOrUpdatedRows === 1n
  }
