import { later } from '@lacre/letter/days.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import { callerOf } from '../../http/caller.ts'
import type { AccountsDeps } from '../deps.ts'
import type { AccountLimits } from '../account-limits.ts'
import { lockMailbox } from '../claims/accounts-table.ts'
import { canonicalEmail } from '../email.ts'
import { takeMail } from '../claims/take-mail.ts'
import { answerOf } from '../providers/provider-silent.ts'
import type { KnownVisitor } from '../visitor.ts'
import { hashOfCode, newCode } from './code.ts'
import { putCode } from './codes-table.ts'

export type CodeRequestRefusal = 'captcha-refused'

/**
 * A code for whoever reads the mailbox, good in the browser that asked only. It is sent whether or not there is an
 * account, in the same time: it makes one. @throws ProviderSilent, Failure 429
 */
export async function requestCode(
  deps: AccountsDeps & { limits: AccountLimits },
  given: { email: string; captchaAnswer: string; ip: string },
  { device, secret, browser }: KnownVisitor,
): Promise<'sent' | { refused: CodeRequestRefusal }> {
  const { db, clock, random, captcha } = deps
  const email = canonicalEmail(given.email)
  if (!(await answerOf(captcha.verify(given.captchaAnswer, given.ip)))) return { refused: 'captcha-refused' }
  await takeMail(deps, email, { device, caller: callerOf(given.ip) })

  const code = newCode(random)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const kept = { code_hash: hashOfCode(code, secret), expires_at: later(now, validFor.signInCode) }
    await putCode(tx, { email, device }, kept)
    const data = { code, browser, askedAt: now.toISOString() }
    await deps.queueMail(tx, { kind: 'sign-in-code', key: random.uuid(), to: email, data })
  })
  return 'sent'
}
