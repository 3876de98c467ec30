import { enqueue } from '../../database/jobs.ts'
import { isLostClaim } from '../../database/queries/lost-claims.ts'
import type { SendVerification } from '../../ports.ts'
import type { AccountLimits } from '../account-limits.ts'
import { takeMail } from '../claims/take-mail.ts'
import type { AccountsDeps } from '../deps.ts'

/** What the message says instead of a browser. */
const browser = 'nuestra oficina'

/** As if its owner had asked for another link; counted with those (design.md#account-mails). @throws Failure 429 */
export async function sendVerification(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'random'> & { limits: AccountLimits },
  accountId: string,
): ReturnType<SendVerification> {
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
