import { days, later } from '@lacre/letter/days.ts'
import type { Db, Tx } from '../../database/tables.ts'
import type { Random } from '../../outside/random.ts'
import { rememberDevice } from '../claims/remember-device.ts'
import type { Visitor } from '../visitor.ts'
import { newToken } from '../token.ts'

type Entering = {
  id: string
  mailboxAt: Date | null
  now: Date
}

/** From its last use, give or take a day. */
export const sessionLasts = days(30)

/**
 * A new login session; its token exists in the answer only. None for an account that was disabled. `mailboxAt`: when the
 * mailbox proved what opens the session, which is `now` where a code or the word of the mailbox's provider does; null: never.
 */
export async function openSession(
  deps: { random: Random },
  db: Db | Tx,
  { id, mailboxAt, now }: Entering,
  { device, browser }: Visitor,
): Promise<{ token: string } | { refused: 'account-disabled' }> {
  const account = db.selectFrom('account').select('disabled_at').where('id', '=', id)
  if ((await account.executeTakeFirstOrThrow()).disabled_at) return { refused: 'account-disabled' }
  const { token, hash } = newToken(deps.random)
  await db
    .insertInto('login_session')
    .values({
      token_hash: hash,
      account_id: id,
      browser,
      created_at: now,
      expires_at: later(now, sessionLasts),
      mailbox_at: mailboxAt,
      device_hash: device ?? null,
    })
    .execute()
  await rememberDevice(db, id, device, { used_at: now, mailbox_at: mailboxAt })
  return { token }
}
