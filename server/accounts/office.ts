import { enqueue } from '../database/jobs.ts'
import { isLostClaim } from '../database/queries.ts'
import type { Tx } from '../database/tables.ts'
import { takeMail } from './claims.ts'
import type { AccountsDeps } from './deps.ts'
import type { Limits } from '../http/limits.ts'
import { endSessions } from './sessions.ts'

/** What the message says instead of a browser. */
const browser = 'nuestra oficina'

/** As if its owner had asked for another link; counted with those (design.md#account-mails). False: nothing to prove. @throws Failure 429 */
export async function sendVerification(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'random'> & { limits: Limits },
  accountId: string,
): Promise<boolean> {
  const account = await deps.db
    .selectFrom('account')
    .select(['email', 'email_verified_at'])
    .where('id', '=', accountId)
    .where((is) => is.not(isLostClaim))
    .executeTakeFirst()
  if (!account || account.email_verified_at) return false
  await takeMail(deps, account.email, { device: undefined, caller: 'office' })
  const { db, random, clock } = deps
  await enqueue(db, 'verification-requested', random.uuid(), { accountId, browser, askedAt: clock.now() })
  return true
}

/**
 * Its sessions end with it; the password, and whose mailbox it is, stay (design.md#disabled-accounts). Null lets it in
 * again. False: it was so.
 */
export async function setDisabled(tx: Tx, accountId: string, at: Date | null): Promise<boolean> {
  const changed = await tx
    .updateTable('account')
    .set({ disabled_at: at })
    .where('id', '=', accountId)
    .where('disabled_at', at ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (at) await endSessions(tx, accountId)
  return changed.numUpdatedRows === 1n
}
