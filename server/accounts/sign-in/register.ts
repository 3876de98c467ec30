import { callerOf } from '../../http/caller.ts'
import { unlessRefused } from '../../http/failure.ts'
import type { AccountLimits } from '../account-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { addAccount, lockMailbox, verifiedAccount } from '../claims/accounts-table.ts'
import { takeMail } from '../claims/take-mail.ts'
import { canonicalEmail } from '../email.ts'
import { openSession } from './open-session.ts'
import { passwordWeakness, type PasswordWeakness } from '../passwords/password-weakness.ts'
import type { Visitor } from '../visitor.ts'
import { answerOf } from '../providers/provider-silent.ts'
import { sendLink } from '../links/send-link.ts'

export type RegistrationRefusal = PasswordWeakness | 'captcha-refused' | 'email-taken' | 'account-disabled'

/**
 * A claim on an address, signed in at once; the link in the mail proves it. Claims may share an address until one is
 * proven. @throws ProviderSilent, Failure 503
 */
export async function register(
  deps: AccountsDeps & { limits: AccountLimits },
  given: { email: string; password: string; captchaAnswer: string },
  visitor: Visitor,
): Promise<{ token: string } | { refused: RegistrationRefusal }> {
  const email = canonicalEmail(given.email)
  const weakness = await passwordWeakness(given.password, email)
  if (weakness) return { refused: weakness }
  if (!(await answerOf(deps.captcha.verify(given.captchaAnswer, visitor.ip))))
    return { refused: 'captcha-refused' }

  // Where strangers have filled the mailbox for today, one registers all the same; the profile offers the link again.
  const mayWrite = await takeMail(deps, email, { device: visitor.device, caller: callerOf(visitor.ip) }).then(
    () => true,
    unlessRefused,
  )
  const password_hash = await deps.passwords.hash(given.password, visitor.ip)
  return deps.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    if (await verifiedAccount(tx, email)) return { refused: 'email-taken' }
    const id = deps.random.uuid()
    const now = deps.clock.now()
    const claim = { id, email, password_hash, email_verified_at: null, social_subject: null }
    await addAccount(tx, { ...claim, created_at: now })
    if (mayWrite) await sendLink(deps, tx, { id, email }, 'verify-email', visitor)
    return openSession(deps, tx, { id, mailboxAt: null, now }, visitor)
  })
}
