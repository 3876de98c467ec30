import { days, later } from '@lacre/letter/duration.ts'
import type { Db, Tx } from '../../database/tables.ts'
import type { Random } from '../../outside/random.ts'
import type { Clock } from '../../outside/clock.ts'
import { rememberDevice } from '../claims/remember-device.ts'
import type { Visitor } from '../visitor.ts'
import { newToken } from '../token.ts'

/** From its last use, give or take a day. */
export const sessionLasts = days(30)

/** A new login session; its token exists in the answer only. */
export async function openSession(
  { clock, random }: { clock: Clock; random: Random },
  db: Db | Tx,
  accountId: string,
  { device, browser }: Visitor,
): Promise<{ token: string }> {
  const { token, hash } = newToken(random)
  const now = clock.now()
  await db
    .insertInto('login_session')
    .values({
      token_hash: hash,
      account_id: accountId,
      browser,
      created_at: now,
      expires_at: later(now, sessionLasts),
    })
    .execute()
  await rememberDevice(db, accountId, device)
  return { token }
}
