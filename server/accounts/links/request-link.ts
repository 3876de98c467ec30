import { enqueue } from '../../database/jobs.ts'
import type { AccountsDeps } from '../deps.ts'
import { accountInCharge } from '../claims/accounts-table.ts'
import { canonicalEmail } from '../email.ts'
import type { Visitor } from '../visitor.ts'

export type LinkRequest = 'verification-requested' | 'reset-requested'

/**
 * Only notes the request, also when there is nobody to write to: neither the answer nor its time tells whether the
 * address is known. `own` is the caller's account when it is signed in: a claim made later on the same address must
 * not get its link.
 */
export async function requestLink(
  { db, random, clock }: Pick<AccountsDeps, 'db' | 'random' | 'clock'>,
  kind: LinkRequest,
  written: string,
  { device, browser }: Visitor,
  own?: { accountId: string; email: string },
): Promise<void> {
  const email = canonicalEmail(written)
  const inCharge = await accountInCharge(db, email, device)
  const accountId = own?.email === email ? own.accountId : (inCharge?.id ?? null)
  await enqueue(db, kind, random.uuid(), { accountId, browser, askedAt: clock.now() })
}
