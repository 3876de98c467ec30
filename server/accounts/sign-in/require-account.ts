import type { Db } from '../../database/tables.ts'
import { bearerOf, sessionMissing, type RequireAccount } from '../../http/bearer.ts'
import { Failure } from '../../http/failure.ts'
import type { Clock } from '../../outside/clock.ts'
import { hashOfToken } from '../token.ts'

/** Whose session a call carries; asked of the database each time, so a session that was ended is dead at once. */
export const createRequireAccount =
  ({ db, clock }: { db: Db; clock: Clock }): RequireAccount =>
  async (request) => {
    const account = await db
      .selectFrom('login_session')
      .innerJoin('account', 'account.id', 'login_session.account_id')
      .select(['account.id', 'email', 'email_verified_at'])
      .where('token_hash', '=', hashOfToken(bearerOf(request)))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()
    if (!account) throw new Failure(401, sessionMissing, 'unauthenticated')
    const { id: accountId, email, email_verified_at } = account
    return { accountId, email, emailVerified: email_verified_at !== null }
  }
