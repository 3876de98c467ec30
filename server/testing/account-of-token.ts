import type { FastifyRequest } from 'fastify'
import type { Db } from '../database/tables.ts'
import { bearerOf, notSignedIn, type SignedIn, callerOf } from '../http/bearer.ts'

/** Where nobody signs in, the token of a call is its account's id, and so is its session's. @throws Failure 401 */
export async function accountOfToken(db: Db, request: FastifyRequest): Promise<SignedIn> {
  const accountId = bearerOf(request)
  const account = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
  if (!account) throw notSignedIn()
  return {
    accountId,
    sessionId: accountId,
    email: account.email,
    emailVerified: !!account.email_verified_at,
    network: callerOf(request.ip),
  }
}
