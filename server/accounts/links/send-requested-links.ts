import { keysOf } from '@lacre/letter/keys-of.ts'
import { claim, complete, fail, LeaseLost, type Job } from '../../database/jobs.ts'
import { isLostClaim } from '../../database/queries/lost-claims.ts'
import type { Tx } from '../../database/tables.ts'
import type { AccountsDeps } from '../deps.ts'
import type { Purpose } from './links-table.ts'
import type { LinkRequest } from './request-link.ts'
import { sendLink } from './send-link.ts'

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'queueMail' | 'publicUrl'>

const purposes = {
  'verification-requested': 'verify-email',
  'reset-requested': 'reset-password',
} as const satisfies Record<LinkRequest, Purpose>

const portion = 20
const leaseSeconds = 30

/** A portion of the links people asked for, into the outbox. Says how many requests it settled. */
export async function sendRequestedLinks(deps: Deps): Promise<number> {
  let settled = 0
  for (const kind of keysOf(purposes))
    for (const job of await claim(deps.db, kind, portion, leaseSeconds))
      if (await settle(deps, job, purposes[kind])) settled++
  return settled
}

async function settle(deps: Deps, job: Job, purpose: Purpose): Promise<boolean> {
  try {
    await complete(deps.db, job, (tx) => answer(deps, tx, job.payload, purpose))
    return true
  } catch (error) {
    if (!(error instanceof LeaseLost)) await fail(deps.db, job, (error as Error).name)
    return false
  }
}

async function answer(deps: Deps, tx: Tx, payload: Job['payload'], purpose: Purpose) {
  const { accountId, browser, askedAt } = payload
  if (typeof accountId !== 'string') return
  const account = await tx
    .selectFrom('account')
    .select(['id', 'email', 'email_verified_at'])
    .where('id', '=', accountId)
    .where((is) => is.not(isLostClaim))
    .executeTakeFirst()
  if (!account || (account.email_verified_at && purpose === 'verify-email')) return
  await sendLink(deps, tx, account, purpose, { browser: String(browser) }, new Date(String(askedAt)))
}
