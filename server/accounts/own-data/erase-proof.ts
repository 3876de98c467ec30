import { minutes } from '@lacre/letter/duration.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { notSignedIn } from '../../http/bearer.ts'
import { livingAccount } from '../claims/accounts-table.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { hashOfToken } from '../token.ts'
import type { Visitor } from '../visitor.ts'

export const signedInRecently = minutes(15)

export type ProofRefusal = 'password-wrong' | 'sign-in-too-old'

/**
 * An open session alone does not delete an account: somebody may have found it open. Its password does, or, for an
 * account that has none, having signed in a moment ago. @throws Failure 503; 401 when it is erased
 */
export async function proveOwner(
  { db, clock, passwords }: { db: Db; clock: Clock; passwords: Passwords },
  { accountId, token, password }: { accountId: string; token: string; password: string | undefined },
  { ip }: Visitor,
): Promise<'proven' | ProofRefusal> {
  const account = livingAccount(db, accountId).select('password_hash')
  const { password_hash } = await account.executeTakeFirstOrThrow(notSignedIn)
  if (password_hash)
    return (await passwords.matches(password ?? '', password_hash, ip)) ? 'proven' : 'password-wrong'

  const session = await db
    .selectFrom('login_session')
    .select('created_at')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  const isRecent = session && clock.now().getTime() - session.created_at.getTime() <= signedInRecently
  return isRecent ? 'proven' : 'sign-in-too-old'
}
