import { minutes } from '@lacre/letter/days.ts'
import { notSignedIn, type SignedIn } from '../../http/bearer.ts'
import { isKnownTo, livingAccount } from '../claims/accounts-table.ts'
import { tryPassword, type TryDeps } from '../claims/try-password.ts'
import { hashOfToken } from '../token.ts'
import type { Visitor } from '../visitor.ts'

export const signedInRecently = minutes(15)

export type ProofRefusal = 'password-wrong' | 'sign-in-too-old'

/**
 * An open session alone does not delete an account: somebody may have found it open. Its password does, or, for an
 * account that has none, having signed in a moment ago. @throws Failure 429, 503; 401 when it is erased
 */
export async function proveOwner(
  deps: TryDeps,
  { accountId, email, token, password }: SignedIn & { token: string; password: string | undefined },
  visitor: Visitor,
): Promise<'proven' | ProofRefusal> {
  const { db, clock } = deps
  const account = await livingAccount(db, accountId)
    .select(['id', 'password_hash'])
    .select(isKnownTo(visitor.device).as('is_known_here'))
    .executeTakeFirstOrThrow(notSignedIn)
  if (account.password_hash) {
    const given = { email, password: password ?? '' }
    return (await tryPassword(deps, given, [account], visitor)) ? 'proven' : 'password-wrong'
  }

  const session = await db
    .selectFrom('login_session')
    .select('created_at')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  const isRecent = session && clock.now().getTime() - session.created_at.getTime() <= signedInRecently
  return isRecent ? 'proven' : 'sign-in-too-old'
}
