import { later, type Ms, days, earlier } from '@lacre/letter/days.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import { claim, complete, enqueue, fail, type Job, LeaseLost, forgetDone } from '../database/jobs.ts'
import { isLostClaim } from '../database/queries.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import {
  accountInCharge,
  isKnownTo,
  lockMailbox,
  type AccountsDeps,
  canonicalEmail,
} from './accounts-table.ts'
import { newToken, type Visitor, deviceKnownFor } from './sessions.ts'
import { queueMail } from '../mail/outbox.ts'
import { takeMail } from './claims.ts'

/**
 * Only queues the request, even for an unknown address, so that neither the answer nor its time shows whether an
 * account exists. `own`: the signed-in account, so that a later claim on the address does not get its link.
 */
export async function requestLink(
  deps: RequestDeps,
  purpose: Purpose,
  written: string,
  { device, browser }: Visitor,
  own?: { accountId: string; email: string },
): Promise<void> {
  const email = canonicalEmail(written)
  const inCharge = await accountInCharge(deps.db, email, device)
  const accountId = own?.email === email ? own.accountId : (inCharge?.id ?? null)
  await noteRequest(deps, { accountId, purpose, browser })
}

type RequestDeps = Pick<AccountsDeps, 'db' | 'random' | 'clock'>
const requested = 'link-requested'

const noteRequest = (
  { db, random, clock }: RequestDeps,
  request: { accountId: string | null; purpose: Purpose; browser: string },
) => enqueue(db, requested, random.uuid(), { ...request, askedAt: clock.now() })

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'publicUrl'>

const portion = 20
const leaseSeconds = 30

/** Sends a portion of requested links. Answers the number of settled requests. */
export async function sendRequestedLinks(deps: Deps): Promise<number> {
  let settled = 0
  for (const job of await claim(deps.db, requested, portion, leaseSeconds))
    try {
      await complete(deps.db, job, (tx) => answer(deps, tx, job.payload))
      settled++
    } catch (error) {
      if (!(error instanceof LeaseLost)) await fail(deps.db, job, (error as Error).name)
    }
  return settled
}

async function answer(deps: Deps, tx: Tx, { accountId, purpose, browser, askedAt }: Job['payload']) {
  if (typeof accountId !== 'string') return
  const account = await tx
    .selectFrom('account')
    .select(['id', 'email', 'email_verified_at'])
    .where('id', '=', accountId)
    .where((is) => is.not(isLostClaim))
    .executeTakeFirst()
  if (!account || (account.email_verified_at && purpose === 'verify-email')) return
  const visitor = { browser: String(browser) }
  await sendLink(deps, tx, account, purpose as Purpose, visitor, new Date(String(askedAt)))
}

const ways = {
  'verify-email': { mail: 'verification', path: '/verify-email', lasts: validFor.verification },
  'reset-password': { mail: 'password-reset', path: '/reset-password', lasts: validFor.passwordReset },
} as const satisfies Record<Purpose, { mail: string; path: string; lasts: Ms }>

/** Creates a link for this account and queues its mail, in one transaction. */
export async function sendLink(
  deps: Pick<AccountsDeps, 'clock' | 'random' | 'publicUrl'>,
  tx: Tx,
  { id, email }: { id: string; email: string },
  purpose: Purpose,
  { browser }: Pick<Visitor, 'browser'>,
  askedAt = deps.clock.now(),
): Promise<void> {
  const { clock, random, publicUrl } = deps
  const { mail, path, lasts } = ways[purpose]
  const { token, hash } = newToken(random)
  const now = clock.now()
  await tx
    .insertInto('email_link')
    .values({ token_hash: hash, account_id: id, purpose, created_at: now, expires_at: later(now, lasts) })
    .execute()
  const link = new URL(path, publicUrl)
  link.searchParams.set('token', token)
  await queueMail(deps, tx, {
    kind: mail,
    key: hash.toString('hex'),
    to: email,
    data: { link: link.href, browser, askedAt: askedAt.toISOString() },
  })
}

type Purpose = Row<'email_link'>['purpose']

/** A link with its account, unless that lost the address, and whether the browser is known to it. */
export const findLink = (db: Db | Tx, hash: Buffer, purpose: Purpose, device?: Buffer) =>
  db
    .selectFrom('email_link')
    .innerJoin('account', 'account.id', 'email_link.account_id')
    .select(['account.id', 'account.email', 'email_verified_at', 'password_hash', 'expires_at'])
    .select(isKnownTo(device).as('is_known_here'))
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where((is) => is.not(isLostClaim))
    .executeTakeFirst()

/** Finds the link again under the mailbox's lock. */
export async function openLink(tx: Tx, hash: Buffer, purpose: Purpose, device?: Buffer) {
  const found = await findLink(tx, hash, purpose)
  if (!found) return undefined
  await lockMailbox(tx, found.email)
  return findLink(tx, hash, purpose, device)
}

/** Deletes expired sessions, known browsers, links, codes and used captchas. Answers the number of rows. */
export async function sweepExpired(db: Db, now: Date): Promise<number> {
  const yesterday = earlier(now, days(1))
  const swept = [
    await db.deleteFrom('login_session').where('expires_at', '<=', now).executeTakeFirst(),
    await db
      .deleteFrom('known_device')
      .where('used_at', '<=', earlier(now, deviceKnownFor))
      .executeTakeFirst(),
    // A day longer, so that an old link is reported as expired, not as invalid.
    await db.deleteFrom('email_link').where('expires_at', '<=', yesterday).executeTakeFirst(),
    await db.deleteFrom('sign_in_code').where('expires_at', '<=', now).executeTakeFirst(),
    await db.deleteFrom('captcha_used').where('expires_at', '<=', now).executeTakeFirst(),
  ]
  const jobs = await forgetDone(db, [requested], yesterday)
  return swept.reduce((rows, { numDeletedRows }) => rows + Number(numDeletedRows), jobs)
}

/**
 * Sends a verification link for the operator, under the owner's mail limits (design/accounts.md#account-mails). False:
 * nothing to prove. @throws Failure 429
 */
export async function sendVerification(
  deps: RequestDeps & Pick<AccountsDeps, 'limits'>,
  accountId: string,
): Promise<boolean> {
  const account = await deps.db
    .selectFrom('account')
    .select(['email', 'email_verified_at'])
    .where('id', '=', accountId)
    .where((is) => is.not(isLostClaim))
    .executeTakeFirst()
  if (!account || account.email_verified_at) return false
  await takeMail(deps, account.email, { device: undefined, ip: 'office' })
  // The mail shows it in place of the browser.
  await noteRequest(deps, { accountId, purpose: 'verify-email', browser: 'nuestra oficina' })
  return true
}
