import { callerOf, type SignedIn } from '../http/bearer.ts'
import { unlessRefused } from '../http/failure.ts'
import { queueMail } from '../mail/outbox.ts'
import {
  lockMailbox,
  findOwnPassword,
  findPasswordCandidates,
  verifiedAccount,
  type AccountsDeps,
  canonicalEmail,
  hasLetters,
} from './accounts-table.ts'
import { requireAnswer } from './captcha-routes.ts'
import { announceChange, endResets, takeMail, proveMailbox } from './claims.ts'
import type { Limits } from '../http/limits.ts'
import { sendLink } from './links.ts'
import { passwordWeakness, type PasswordWeakness, type Matches } from './passwords.ts'
import { endOtherSessions, openSession, type Visitor } from './sessions.ts'
import type { Tx } from '../database/tables.ts'
import type { SocialIdentity } from '../outside/google.ts'

type RegistrationRefusal = PasswordWeakness | 'captcha-refused' | 'email-taken' | 'account-disabled'

/** Creates a claim on an address and signs in; claims may share an address. @throws ProviderSilent, Failure 503 */
export async function register(
  deps: AccountsDeps,
  given: { email: string; password: string; captchaAnswer: string },
  visitor: Visitor,
): Promise<{ token: string } | { refused: RegistrationRefusal }> {
  const email = canonicalEmail(given.email)
  const weakness = await passwordWeakness(given.password, email)
  if (weakness) return { refused: weakness }
  if (!(await requireAnswer(deps.captcha.verify(given.captchaAnswer)))) return { refused: 'captcha-refused' }

  // With the mail limit used up by strangers, registration still works; the profile offers the link again.
  const mayWrite = await takeIfFree(takeMail(deps, email, visitor))
  const password_hash = await deps.passwords.hash(given.password, visitor.ip)
  return deps.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    if (await verifiedAccount(tx, email)) return { refused: 'email-taken' }
    const id = deps.random.uuid()
    const now = deps.clock.now()
    await tx.insertInto('account').values({ id, email, password_hash, created_at: now }).execute()
    if (mayWrite) await sendLink(deps, tx, { id, email }, 'verify-email', visitor)
    return openSession(deps, tx, { id, now }, visitor)
  })
}

type LoginRefusal = 'wrong-password' | 'no-password' | 'account-disabled'

/** Failed tries per address and hour before its owner is warned. */
const failuresToWarn = 10

/** A verified account, or the first few claims on an unproven address. */
const passwordsTried = 3

/** Strangers always cost three checks, so that the time shows nothing. @throws Failure 429, 503; ProviderSilent */
export async function logIn(
  deps: TryDeps,
  given: { email: string; password: string; captchaAnswer: string | undefined },
  visitor: Visitor,
): Promise<{ token: string; isLost: boolean } | { refused: LoginRefusal }> {
  const email = canonicalEmail(given.email)
  // The provider may be slow; inside the turn all networks would wait for it.
  const isSolved = await isCaptchaSolved(deps, given.captchaAnswer, visitor.ip)
  const opened = await deps.passwords.inTurn(visitor.ip, async (matches) => {
    const known = await findPasswordCandidates(deps.db, email, visitor.device, passwordsTried)
    const isOwnersBrowser = known[0]?.email_verified_at && known[0].is_known_here
    const tried = isOwnersBrowser ? known : Array.from({ length: passwordsTried }, (_, at) => known[at])
    const checked = checkPassword({ ...deps, matches }, { ...given, email, isSolved }, tried, visitor)
    if (!isOwnersBrowser || known[0]?.password_hash) return (await checked) ?? 'wrong-password'
    // Google or a code may have ended the password, and more tries would not help.
    return (await checked.catch(unlessRefused)) ?? 'no-password'
  })
  if (typeof opened === 'string') return { refused: opened }

  const { id, password_hash } = opened
  return deps.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const now = await findPasswordCandidates(tx, email, visitor.device, passwordsTried)
    // Sessions ended if the password was reset or the claim lost during the check: open none now.
    const still = now.find((account) => account.id === id && account.password_hash === password_hash)
    if (!still) return { refused: 'wrong-password' }
    const entry = await openSession(deps, tx, { id, now: deps.clock.now() }, visitor)
    return 'refused' in entry ? entry : { ...entry, isLost: still.is_lost }
  })
}

export type TryDeps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'limits' | 'passwords' | 'captcha'>
/** `email` in canonical form; `isSolved`: a captcha was solved. */
type Given = { email: string; password: string; isSolved?: boolean }
/** `is_known_here`: this browser is known to the account. */
type Tried = { id: string; password_hash: string | null; is_known_here: boolean }

/**
 * Finds the account of an address that a password opens, in one turn of the queue; undefined entries only take a
 * check's time. Each failed try counts for the address. Beyond its limits a browser is only checked against accounts
 * that know it (design/accounts.md#limits-per-account). @throws Failure 429, 503
 */
export const tryPassword = <Account extends Tried>(
  deps: TryDeps,
  given: Given,
  accounts: (Account | undefined)[],
  visitor: Visitor,
): Promise<Account | undefined> =>
  deps.passwords.inTurn(visitor.ip, (matches) =>
    checkPassword({ ...deps, matches }, given, accounts, visitor),
  )

async function checkPassword<Account extends Tried>(
  deps: TryDeps & { matches: Matches },
  { email, password, isSolved }: Given,
  accounts: (Account | undefined)[],
  { device, ip }: Visitor,
): Promise<Account | undefined> {
  const { limits } = deps
  const opens = (account: Account | undefined) => deps.matches(password, account?.password_hash)

  const others: typeof accounts = []
  for (const account of accounts) {
    const key = device && account?.is_known_here && `${account.id} ${device.toString('hex')}`
    if (!key || !(await takeIfFree(limits.loginsHere.take(key)))) others.push(account)
    else if (await opens(account)) {
      await limits.loginsHere.forgive(key)
      return account
    }
  }

  const network = isSolved ? undefined : callerOf(ip)
  const strange = await takeStrangersTry(limits, email, network).catch((error: unknown) => {
    if (others.length) throw error
    return unlessRefused(error)
  })
  if (!strange) return undefined
  let opened: Account | undefined
  for (const account of others) if (await opens(account)) opened ??= account
  if (opened) await strange.giveBack()
  else if (strange.failures >= failuresToWarn) await warnOwner(deps, email)
  return opened
}

async function isCaptchaSolved({ captcha, limits }: TryDeps, answer: string | undefined, ip: string) {
  if (!answer) return false
  await limits.loginCaptchas.take(callerOf(ip))
  return requireAnswer(captcha.verify(answer))
}

/** `network`: undefined with a solved captcha, which lifts the network's limits but not the address's. */
async function takeStrangersTry(
  limits: Limits,
  email: string,
  network: string | undefined,
): Promise<{ failures: number; giveBack: () => Promise<void> }> {
  const ofNetwork = network && `${email} ${network}`
  if (network) await limits.logins.take(network)
  if (ofNetwork) await limits.loginsTo.take(ofNetwork)
  const failures = await limits.loginsAnywhere.take(email)
  return {
    failures,
    async giveBack() {
      if (ofNetwork) await limits.loginsTo.giveBack(ofNetwork)
      await limits.loginsAnywhere.giveBack(email)
    },
  }
}

/** To the proven mailbox only: a claim's may be a stranger's. */
async function warnOwner(deps: TryDeps, email: string): Promise<void> {
  const { db, clock, random, limits } = deps
  if (!(await takeIfFree(limits.warnings.take(email)))) return
  if (!(await verifiedAccount(db, email))) return
  const mail = { key: random.uuid(), to: email, data: { at: clock.now().toISOString() } }
  await db.transaction().execute((tx) => queueMail(deps, tx, { kind: 'password-guesses', ...mail }))
}

const takeIfFree = (taking: Promise<unknown>): Promise<boolean> =>
  taking.then(() => true).catch((error: unknown) => unlessRefused(error) ?? false)

type ChangeRefusal = PasswordWeakness | 'current-password-wrong' | 'no-password-yet'

/**
 * Changes the password, given the current one. Ends all other sessions and mails the address. An account without a
 * password gets its first by a reset, through the mailbox (design/accounts.md#password-change).
 * @throws Failure 429, 503; 401 when the account is erased
 */
export async function changePassword(
  deps: TryDeps,
  { accountId, email, emailVerified }: SignedIn,
  given: { session: Buffer; current: string; password: string },
  visitor: Visitor,
): Promise<'changed' | { refused: ChangeRefusal }> {
  const { db, passwords } = deps
  const { device, browser } = visitor
  const known = await findOwnPassword(db, accountId, device)
  if (!known.password_hash) return { refused: 'no-password-yet' }
  if (!(await tryPassword(deps, { email, password: given.current }, [known], visitor)))
    return { refused: 'current-password-wrong' }
  const weakness = await passwordWeakness(given.password, email)
  if (weakness) return { refused: weakness }

  const password_hash = await passwords.hash(given.password, visitor.ip)
  return db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set({ password_hash })
      .where('id', '=', accountId)
      .where('password_hash', '=', known.password_hash)
      .executeTakeFirst()
    // Reset, or lost to another claim, during the check.
    if (numUpdatedRows !== 1n) return { refused: 'current-password-wrong' }
    await endResets(tx, [accountId])
    await endOtherSessions(tx, accountId, given.session, device)
    if (emailVerified) await announceChange(deps, tx, 'password-changed', { email, browser })
    return 'changed'
  })
}

type SocialRefusal = 'credential-refused' | 'password-needed' | 'account-disabled'
type Entry = { token: string } | { refused: SocialRefusal }
type GoogleDeps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'social' | 'eraseContents'>

/** Identifies an account by the provider's user id, never by the address alone. @throws ProviderSilent */
export async function signInSocially(
  deps: GoogleDeps,
  { credential, secret }: { credential: string; secret: string },
  visitor: Visitor,
): Promise<Entry> {
  const identity = await requireAnswer(
    deps.social?.identify(credential, secret) ?? Promise.resolve(undefined),
  )
  if (!identity?.emailVerified) return { refused: 'credential-refused' }

  const enter = () => deps.db.transaction().execute((tx) => enterAs(deps, tx, identity, visitor))
  return enter().catch((error: { code?: string }) => {
    // The same user signed in under another address at once: the unique index refused one of the two.
    if (error.code === '23505') return enter()
    throw error
  })
}

async function enterAs(deps: GoogleDeps, tx: Tx, identity: SocialIdentity, visitor: Visitor): Promise<Entry> {
  const { subject: social_subject } = identity
  const written = canonicalEmail(identity.email)
  // The account's own address; the provider's may have changed.
  const joined = await tx
    .selectFrom('account')
    .select('email')
    .where('social_subject', '=', social_subject)
    .executeTakeFirst()
  const email = joined?.email ?? written
  await lockMailbox(tx, email)
  const owner = await verifiedAccount(tx, email, visitor.device)
  const isJoined = owner?.social_subject === social_subject
  // Parted meanwhile.
  if (joined && !isJoined) return { refused: 'credential-refused' }
  // The provider may have proven this address long ago; only for its own mailboxes is that valid today.
  const byMailbox = identity.authoritative && written === email
  if (!isJoined && owner?.social_subject) return { refused: 'password-needed' }
  if (!isJoined && !byMailbox && (owner ? !owner.is_known_here : await hasLetters(tx, email)))
    return { refused: 'password-needed' }

  let id = owner?.id
  if (!id || (byMailbox && (!isJoined || owner?.only_google))) {
    const how = byMailbox ? 'google' : 'google-old-word'
    id = await proveMailbox(deps, tx, how, { id, email, browser: visitor.browser })
  }
  await tx.updateTable('account').set({ social_subject }).where('id', '=', id).execute()
  return openSession(deps, tx, { id, now: deps.clock.now(), byMailbox }, visitor)
}
