import type { FastifyRequest } from 'fastify'
import { days, earlier, later } from '@lacre/letter/days.ts'
import { bearerOf, notSignedIn, type SignedIn } from '../../http/bearer.ts'
import { callerOf } from '../../http/caller.ts'
import { Failure } from '../../http/failure.ts'
import { isLostClaim } from '../../database/queries/lost-claims.ts'
import { mayBeOpened } from '../claims/accounts-table.ts'
import type { AccountsDeps } from '../deps.ts'
import { sessionLasts } from './open-session.ts'
import { hashOfToken } from '../token.ts'

const onlyPaidLetters = () =>
  new Failure(
    403,
    'Este correo lo ha confirmado otra persona, así que aquí solo puede ver las cartas que pagó. Para escribir otra, cree una cuenta con su propio correo.',
    'only-paid-letters',
  )

/** Whose session a call carries; asked of the database each time, so a session that was ended is dead at once. */
export async function requireAccount(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  also?: 'paid-claim',
): Promise<SignedIn> {
  const now = clock.now()
  const hash = hashOfToken(bearerOf(request))
  const account = await db
    .selectFrom('login_session')
    .innerJoin('account', 'account.id', 'login_session.account_id')
    .select(['account.id', 'login_session.id as sessionId', 'email', 'email_verified_at', 'expires_at'])
    .select(isLostClaim.as('is_lost'))
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .where(mayBeOpened)
    .executeTakeFirst()
  if (!account) throw notSignedIn()
  if (account.is_lost && also !== 'paid-claim') throw onlyPaidLetters()
  const renewed = later(now, sessionLasts)
  // Once a day, not with each call.
  if (account.expires_at < earlier(renewed, days(1)))
    await db
      .updateTable('login_session')
      .set({ expires_at: renewed })
      .where('token_hash', '=', hash)
      .execute()
  const { id: accountId, sessionId, email, email_verified_at } = account
  const network = callerOf(request.ip)
  return { accountId, sessionId, email, emailVerified: email_verified_at !== null, network }
}
