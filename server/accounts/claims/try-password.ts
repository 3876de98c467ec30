import { callerOf } from '../../http/caller.ts'
import { unlessRefused } from '../../http/failure.ts'
import { failuresToWarn, type AccountLimits } from '../account-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { answerOf } from '../providers/provider-silent.ts'
import type { Visitor } from '../visitor.ts'
import { verifiedAccount } from './accounts-table.ts'

export type TryDeps = Pick<
  AccountsDeps,
  'db' | 'clock' | 'random' | 'passwords' | 'captcha' | 'queueMail'
> & {
  limits: AccountLimits
}
/** `email` in canonical form. */
type Given = { email: string; password: string; captchaAnswer?: string | undefined }
/** `is_known_here`: to the browser that asks. */
type Tried = { id: string; password_hash: string | null; is_known_here: boolean }

/**
 * Tells which of the accounts of an address a password opens; an undefined one only takes the time of a check. Each try
 * that fails counts for the address. A browser is heard beyond its limits by the accounts it is known to, and by no
 * other claim on the address (design.md#limits-per-account). @throws Failure 429, 503; ProviderSilent
 */
export async function tryPassword<Account extends Tried>(
  deps: TryDeps,
  given: Given,
  accounts: (Account | undefined)[],
  { device, ip }: Visitor,
): Promise<Account | undefined> {
  const { limits, passwords } = deps
  const opens = (account: Account | undefined) =>
    passwords.matches(given.password, account?.password_hash, ip)

  const others: typeof accounts = []
  for (const account of accounts) {
    const key = device && account?.is_known_here && `${account.id} ${device.toString('hex')}`
    if (!key || !(await isTaken(limits.loginsHere.take(key)))) others.push(account)
    else if (await opens(account)) {
      await limits.loginsHere.forgive(key)
      return account
    }
  }

  const strange = await takeStrangersTry(deps, given, ip).catch((error: unknown) => {
    if (others.length) throw error
    return unlessRefused(error)
  })
  if (!strange) return undefined
  let opened: Account | undefined
  for (const account of others) if (await opens(account)) opened ??= account
  if (opened) await strange.giveBack()
  else if (strange.failures >= failuresToWarn) await warnOwner(deps, given.email)
  return opened
}

/** A solved captcha passes what is counted for its network, and not what is counted for the address. */
async function takeStrangersTry(
  { captcha, limits }: TryDeps,
  { email, captchaAnswer }: Given,
  ip: string,
): Promise<{ failures: number; giveBack: () => Promise<void> }> {
  const caller = callerOf(ip)
  if (captchaAnswer) await limits.loginCaptchas.take(caller)
  const isSolved = captchaAnswer && (await answerOf(captcha.verify(captchaAnswer, ip)))
  const ofNetwork = `${email} ${caller}`
  if (!isSolved) {
    await limits.logins.take(caller)
    await limits.loginsTo.take(ofNetwork)
  }
  const failures = await limits.loginsAnywhere.take(email)
  return {
    failures,
    async giveBack() {
      if (!isSolved) await limits.loginsTo.giveBack(ofNetwork)
      await limits.loginsAnywhere.giveBack(email)
    },
  }
}

/** To the proven mailbox only: that of a claim may be a stranger's. */
async function warnOwner({ db, clock, random, queueMail, limits }: TryDeps, email: string): Promise<void> {
  if (!(await isTaken(limits.warnings.take(email)))) return
  if (!(await verifiedAccount(db, email))) return
  const mail = { key: random.uuid(), to: email, data: { at: clock.now().toISOString() } }
  await db.transaction().execute((tx) => queueMail(tx, { kind: 'password-guesses', ...mail }))
}

const isTaken = (taking: Promise<unknown>): Promise<boolean> =>
  taking.then(() => true).catch((error: unknown) => unlessRefused(error) ?? false)
