import type { Db } from '../../database/tables.ts'
import { hashOfToken } from '../token.ts'

/** Ends one login session; ending it twice is no mistake. */
export async function logOut(db: Db, token: string): Promise<void> {
  await db.deleteFrom('login_session').where('token_hash', '=', hashOfToken(token)).execute()
}
