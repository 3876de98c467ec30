import type { Tx } from '../database/tables.ts'
import type { DraftsDeps } from './deps.ts'
import { dropSignature } from './signature/signatures-table.ts'
import { dropTemplates } from './templates/templates-table.ts'

const idleMonths = 12

/** Drafts nobody has touched for twelve months. Says how many went. */
export async function forgetIdleDrafts({ db, clock }: Pick<DraftsDeps, 'db' | 'clock'>): Promise<number> {
  const limit = clock.now()
  limit.setUTCMonth(limit.getUTCMonth() - idleMonths)
  const { numDeletedRows } = await db
    .deleteFrom('draft')
    .where('updated_at', '<', limit)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Everything a person was writing, their signature and templates, when the account goes. */
export async function eraseDrafts(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('draft').where('account_id', '=', accountId).execute()
  await dropSignature(tx, accountId)
  await dropTemplates(tx, accountId)
}
