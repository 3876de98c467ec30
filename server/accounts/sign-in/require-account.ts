import type { FastifyRequest } from 'fastify'
import { bearerOf, sessionMissing, type SignedIn } from '../../http/bearer.ts'
import { Failure } from '../../http/failure.ts'
import type { AccountsDeps } from '../deps.ts'
import { hashOfToken } from '../token.ts'

/** Whose session a call carries; asked of the database each time, so a session that was ended is dead at once. */
export async function requireAccount(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<SignedIn> {
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
