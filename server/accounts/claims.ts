import { keepsPaidLetters } from '../database/queries.ts'
import type { Tx } from '../database/tables.ts'
import { callerOf, siteOf } from '../http/bearer.ts'
import { queueMail } from '../mail/outbox.ts'
import { forgetCodes, verifiedAccount, type AccountsDeps } from './accounts-table.ts'
import type { Visitor } from './sessions.ts'

/**
 * Link: in a browser that knows the claim, or with its password. Code: typed in the browser that requested it. Google:
 * for Google's own mailboxes; for other mailboxes it can only create an account (`google-old-word`). Reset: with a new
 * password.
 */
export type ProofKind = 'link' | 'code' | 'google' | 'google-old-word' | 'reset'

/**
 * Marks the mailbox as proven for this account, or for a new one. Passwords, sessions and Google sign-in of before end,
 * and so do other claims on the address (design/accounts.md#claims). Two proofs keep the account's own access: a link,
 * which proves the claim itself, and a code for an account proven before. Answers the account's id. Requires
 * `lockMailbox`.
 */
export async function proveMailbox(
  deps: Pick<AccountsDeps, 'clock' | 'random' | 'eraseContents'>,
  tx: Tx,
  how: ProofKind,
  { id, email, browser }: { id: string | undefined; email: string; browser: string },
): Promise<string> {
  const now = deps.clock.now()
  const only_google = how === 'google-old-word'
  const winner = id ?? deps.random.uuid()
  if (!id)
    await tx
      .insertInto('account')
      .values({ id: winner, email, only_google, email_verified_at: now, created_at: now })
      .execute()
  else {
    const account = await tx
      .selectFrom('account')
      .select(['email_verified_at', 'only_google', 'password_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const wasProven = account.email_verified_at !== null && !account.only_google
    const isKept = how === 'link' || (how === 'code' && wasProven)
    if (!isKept) await endAccess(tx, [id])
    if (!isKept && account.password_hash && how !== 'reset')
      await announceChange(deps, tx, 'password-ended', { email, browser })
    const proven = { only_google, email_verified_at: account.email_verified_at ?? now }
    if (!wasProven) await tx.updateTable('account').set(proven).where('id', '=', id).execute()
  }
  await voidClaims(deps, tx, email, winner)
  return winner
}

/**
 * Ends access to all other claims on a proven address. A claim with a paid letter keeps its own sessions and password
 * (design/accounts.md#paid-unproven), but loses the address.
 */
async function voidClaims(
  { eraseContents }: Pick<AccountsDeps, 'eraseContents'>,
  tx: Tx,
  email: string,
  winner: string,
): Promise<void> {
  const losers = await tx
    .selectFrom('account')
    .select(['id', keepsPaidLetters.as('keeps_letters')])
    .where('email', '=', email)
    .where('id', '!=', winner)
    .execute()
  const ids = losers.map(({ id }) => id)
  await endAccess(
    tx,
    losers.filter(({ keeps_letters }) => !keeps_letters).map(({ id }) => id),
  )
  if (ids.length) await tx.deleteFrom('email_link').where('account_id', 'in', ids).execute()
  await forgetCodes(tx, email)
  await eraseContents(tx, ids)
}

/**
 * Ends passwords, sessions and resets of these accounts. Verification links stay, so that a second click gets an
 * answer.
 */
export async function endAccess(tx: Tx, ids: string[]): Promise<void> {
  if (!ids.length) return
  await tx
    .updateTable('account')
    .set({ password_hash: null, social_subject: null })
    .where('id', 'in', ids)
    .execute()
  for (const table of ['login_session', 'known_device'] as const)
    await tx.deleteFrom(table).where('account_id', 'in', ids).execute()
  await endResets(tx, ids)
}

export async function endResets(tx: Tx, ids: string[]): Promise<void> {
  await tx
    .deleteFrom('email_link')
    .where('account_id', 'in', ids)
    .where('purpose', '=', 'reset-password')
    .execute()
}

/** Call it for proven mailboxes only: a claim's mailbox may be a stranger's. */
export const announceChange = (
  deps: Pick<AccountsDeps, 'clock' | 'random'>,
  tx: Tx,
  kind: 'password-changed' | 'password-ended',
  { email, browser }: { email: string; browser: string },
): Promise<void> =>
  queueMail(deps, tx, {
    kind,
    key: deps.random.uuid(),
    to: email,
    data: { browser, askedAt: deps.clock.now().toISOString() },
  })

/**
 * Counts a mail to an address, with or without an account, so that no mailbox is flooded. Mails requested from the
 * owner's known browser count apart, and each network has its own limit, so that strangers cannot use up the owner's.
 * @throws Failure 429
 */
export async function takeMail(
  { db, limits }: Pick<AccountsDeps, 'db' | 'limits'>,
  email: string,
  { device, ip }: Pick<Visitor, 'device' | 'ip'>,
): Promise<void> {
  const owner = await verifiedAccount(db, email, device)
  const isOwners = owner?.is_known_here && device
  if (!isOwners) await limits.mailsFrom.take(`${email} ${siteOf(callerOf(ip))}`)
  await limits.mailsTo.take(isOwners ? `${email} ${device.toString('hex')}` : email)
}
