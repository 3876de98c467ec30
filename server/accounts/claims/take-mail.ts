import type { Db } from '../../database/tables.ts'
import { siteOf } from '../../http/caller.ts'
import type { AccountLimits } from '../account-limits.ts'
import { isKnownTo } from './accounts-table.ts'

/**
 * Counts a message to an address, whoever asks for it and whether or not there is an account: nobody's mailbox is
 * flooded. What the owner asks for in a known browser counts apart, and one network gets only some of the rest, so that no
 * stranger uses it up. @throws Failure 429
 */
export async function takeMail(
  { db, limits }: { db: Db; limits: AccountLimits },
  email: string,
  { device, caller }: { device: Buffer | undefined; caller: string },
): Promise<void> {
  const owner = await db
    .selectFrom('account')
    .select(isKnownTo(device).as('is_known'))
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  const isOwners = owner?.is_known && device
  if (!isOwners) await limits.mailsFrom.take(`${email} ${siteOf(caller)}`)
  await limits.mailsTo.take(isOwners ? `${email} ${device.toString('hex')}` : email)
}
