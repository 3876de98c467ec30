import type { Db } from '../../database/tables.ts'
import { callerOf } from '../../http/caller.ts'
import type { AccountLimits } from '../account-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { answerOf } from '../providers/provider-silent.ts'

type Try = { email: string; ip: string; device: Buffer | undefined; captchaAnswer: string | undefined }

/**
 * Counts a try at a password where a stranger's tries are not counted: in the browser that is known, else for this
 * address and network together. A solved captcha always passes, so that nobody is locked out by somebody else.
 * @returns what forgives it @throws Failure 429, ProviderSilent
 */
export async function takeTry(
  { db, captcha, limits }: Pick<AccountsDeps, 'db' | 'captcha'> & { limits: AccountLimits },
  { email, ip, device, captchaAnswer }: Try,
): Promise<() => Promise<void>> {
  if (captchaAnswer) {
    await limits.loginCaptchas.take(callerOf(ip))
    if (await answerOf(captcha.verify(captchaAnswer, ip))) return () => Promise.resolve()
  }

  const isKnown = device && (await isKnownFor(db, email, device))
  const key = `${email} ${isKnown ? device.toString('hex') : callerOf(ip)}`
  if (!isKnown) {
    await limits.logins.take(callerOf(ip))
    await limits.loginsAnywhere.take(email)
  }
  await limits.loginsTo.take(key)
  return () => limits.loginsTo.forgive(key)
}

async function isKnownFor(db: Db, email: string, device: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom('known_device')
    .innerJoin('account', 'account.id', 'known_device.account_id')
    .select('account.id')
    .where('account.email', '=', email)
    .where('device_hash', '=', device)
    .executeTakeFirst()
  return known !== undefined
}
