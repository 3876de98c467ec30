import { keepsPaidLetters } from '../database/queries.ts'
import type { Tx } from '../database/tables.ts'
import { callerOf, siteOf } from '../http/bearer.ts'
import { queueMail } from '../mail/outbox.ts'
import { forgetCodes, verifiedAccount, type AccountsDeps } from './accounts-table.ts'
import type { Visitor } from './sessions.ts'

/**
 * Link: in a browser that knows the claim, or with its password. Code: typed in the browser that asked. Google: its word on
 * a mailbox of its own; on another's it only begins an account (`google-old-word`). Reset: with another password.
 */
export type ProofKind = 'link' | 'code' | 'google' | 'google-old-word' | 'reset'

/**
 * The mailbox answered for this account, or for one that is made here: what opened it before ends, and so do the other
 * claims on the address (design/accounts.md#claims). Two proofs end nothing of the account itself: a link, which proves the
 * claim with all that its password opened, and a code for what was proven before. Answers the account's id. Under
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
 * Nothing opens the other claims on a proven address any more, unless they keep a paid letter, which their own session or
 * password goes on opening (design/accounts.md#paid-unproven); nor the address itself.
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

/** Ends what opens these accounts. A link that only proves stays: a second click is told so. */
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

/** To the proven mailbox only: that of a claim may be a stranger's. */
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
 * Counts a message to an address, whoever asks for it and whether or not there is an account: nobody's mailbox is
 * flooded. What the owner asks for in a known browser counts apart, and one network gets only some of the rest, so that no
 * stranger uses it up. @throws Failure 429
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
